#include "isocloth/projection/matrix_split.hpp"

#include <gtest/gtest.h>

#include "isocloth/projection/projection.hpp"
#include "projection/edge_problem.hpp"
#include "support/count_allocations.hpp"
#include "support/deformations.hpp"
#include "support/dense_algebra.hpp"
#include "support/dense_rows.hpp"

namespace isocloth {
namespace {

constexpr double kSoft = 1e-4, kStiff = 10;  // κ [N·m]

std::vector<test::NamedMesh> quad_meshes() {
  Mesh sheared = make_rectangle({0.4, 0.5}, {8, 10});
  sheared.x.col(0) += 0.4 * sheared.x.col(1);
  return {{"square", make_rectangle({0.5, 0.5}, {9, 9})},
          {"long cells", make_rectangle({0.3, 0.6}, {10, 8})},
          {"sheared", sheared}};
}

/// R of conjugate gradients as a dense matrix, one number per pair of nodes.
Eigen::MatrixXd dense_outside(const OutsideMetric& outside, int n, Threads& threads) {
  Eigen::MatrixXd result(n, n);
  for (int j = 0; j < n; ++j) {
    Points unit = Points::Zero(n + 1, 3), image = unit;
    unit(j, 1) = 1;
    outside.multiply(unit, image, threads);
    result.col(j) = image.col(1).head(n);
  }
  return result;
}

TEST(MatrixSplit, LeavesSoftBendingOutOfTheFactorAndKeepsAllThatIsStiffOrCostsNothing) {
  for (const auto& [name, mesh] : quad_meshes()) {
    const test::EdgeProblem soft(mesh, kSoft), stiff(mesh, kStiff);
    test::EdgeProblem covered(mesh, kSoft);
    covered.cover_metric();
    Threads threads;
    const auto split = [&](const test::EdgeProblem& problem) {
      return split_matrix(problem.rows.pattern(), problem.metric, threads);
    };
    EXPECT_FALSE(split(soft).outside.empty()) << name;
    EXPECT_GT(split(soft).solves, 1) << name;
    EXPECT_TRUE(split(stiff).outside.empty()) << name;
    EXPECT_EQ(split(stiff).solves, 1) << name;
    EXPECT_TRUE(split(covered).outside.empty()) << name;
    EXPECT_LT(split(soft).cholesky.factor_flops(), split(covered).cholesky.factor_flops()) << name;
    EXPECT_EQ(split(stiff).cholesky.factor_flops(), split(covered).cholesky.factor_flops()) << name;
  }
}

TEST(MatrixSplit, FactorisesAMatrixThatIsLargerThanItButNotByMoreThanTwiceTheShareItSays) {
  for (const auto& [name, mesh] : quad_meshes())
    for (const double bending : {kSoft, kStiff})
      for (const bool holds : {false, true}) {
        test::EdgeProblem problem(mesh, bending);
        const int n = mesh.node_count();
        problem.held[0] = problem.held[n / 2] = holds;
        Threads threads;
        const RowPattern& pattern = problem.rows.pattern();
        std::vector<std::vector<int>> pairs;
        for (int g = 0; g < pattern.group_count(); ++g)
          pairs.push_back({pattern.nodes[pattern.node_begin[g]], pattern.nodes[pattern.node_begin[g] + 1]});
        OutsideMetric outside(problem.metric, graph_of_cliques(n, pairs));
        outside.set_values(problem.metric, problem.held, threads);
        const Eigen::MatrixXd rest = dense_outside(outside, n, threads);
        const Eigen::MatrixXd metric(problem.metric);
        EXPECT_LE((rest - rest.transpose()).cwiseAbs().maxCoeff(), 1e-14 * rest.maxCoeff()) << name;
        const Vector shares = test::generalized_eigenvalues(rest, metric);
        const double rounding = 1e-12 * shares.cwiseAbs().maxCoeff();
        EXPECT_GE(shares.minCoeff(), -rounding) << name;
        EXPECT_LE(shares.maxCoeff(), 2 * (outside.condition() - 1)) << name;
        for (int i = 0; i < n; ++i) {
          EXPECT_NEAR(outside.inertia(i), metric.row(i).sum(), 1e-12 * metric(i, i)) << name;
          if (problem.held[i]) {
            EXPECT_EQ(rest.col(i).cwiseAbs().maxCoeff(), 0) << name;
          }
        }
      }
}

TEST(MatrixSplit, SolvesWithTheWholeMatrixContactsAndHeldNodesIncluded) {
  for (const auto& [name, mesh] : quad_meshes()) {
    test::EdgeProblem problem(mesh, kSoft);
    const int n = mesh.node_count();
    problem.held[0] = problem.held[n / 2] = 1;
    const RowPattern& pattern = problem.rows.pattern();
    RowValues values(pattern);
    problem.rows.evaluate(test::wavy(mesh.x, 0.1), values);
    problem.rows.tension(problem.law.stiffness.cwiseProduct(values.c), values);
    const Eigen::MatrixXd jacobian = test::dense_jacobian(pattern, values, n);
    Eigen::MatrixXd matrix =
        test::for_each_coordinate(Eigen::MatrixXd(problem.metric)) +
        test::times(jacobian.transpose() * problem.law.stiffness.asDiagonal(), jacobian) +
        test::for_each_coordinate(test::dense_tension(pattern, values, n));
    Points right = test::shaken(Points::Zero(n, 3), 1, 1);
    test::eliminate_held(problem.held, matrix, right);

    Threads threads;
    ProjectionSystem system(pattern, problem.metric, threads);
    ASSERT_TRUE(system.is_iterative()) << name;
    system.assemble(problem.metric, values, problem.law.stiffness, true, problem.held);
    EXPECT_LE((system.diagonal(7) - matrix.block<3, 3>(21, 21)).cwiseAbs().maxCoeff(),
              1e-14 * matrix(21, 21) * n)
        << name;
    const Eigen::Matrix3d push = 1e5 * Vec3(1, 2, 3) * Vec3(1, 2, 3).transpose();  // of a contact
    system.add(7, 7, push);
    matrix.block<3, 3>(21, 21) += push;
    ASSERT_TRUE(system.factor()) << name;
    for (const double tolerance : {kStepTolerance, kFineTolerance, 1e-11}) {
      Points x = right;
      system.solve(x, tolerance);
      const Vector exact = test::solve_definite(matrix, test::stacked(right));
      double error = 0, size = 0;  // in the norm of inertia, which conjugate_gradients.hpp promises
      for (int i = 0; i < 3 * n; ++i) {
        const double inertia = problem.area[i / 3] / (problem.kDt * problem.kDt);
        error += inertia * std::pow(test::stacked(x)[i] - exact[i], 2);
        size += inertia * exact[i] * exact[i];
      }
      EXPECT_LE(std::sqrt(error / size), tolerance) << name;
      for (const int i : {0, n / 2}) EXPECT_EQ(x.row(i).cwiseAbs().maxCoeff(), 0) << name;
    }
  }
}

/// A sheet that two corners hold swings for a second.
struct Swing {
  explicit Swing(test::EdgeProblem problem, int count = 1)
      : threads(count),
        projection(problem.rows, problem.law, problem.metric, threads),
        x(test::rolled(problem.mesh.x, 2.0)) {
    const double dt = problem.kDt;
    Contacts none(problem.mesh, analyze_topology(problem.mesh), ClothSurface{});
    Points v = Points::Zero(x.rows(), 3), load = v, next = v;
    Vector multipliers = Vector::Zero(problem.rows.pattern().row_count());
    for (int step = 0; step < 100; ++step) {
      next = x + dt * v;
      load = problem.area.asDiagonal() * next / (dt * dt);
      load.col(2) -= 9.8 * problem.area;
      const ProjectionReport report = projection.project({}, load, problem.held, none, next, multipliers);
      converged += report.status == StepStatus::converged;
      v = (next - x) / dt;
      x = next;
    }
  }

  Threads threads;
  Projection projection;
  Points x;
  int converged = 0;
};

test::EdgeProblem hanging(const Mesh& mesh, double bending) {
  test::EdgeProblem problem(mesh, bending);
  problem.held[0] = problem.held[8] = 1;
  return problem;
}

TEST(MatrixSplit, MovesAClothAsTheWholeFactorDoes) {
  const Mesh mesh = make_rectangle({0.5, 0.5}, {9, 9});
  for (const double bending : {1e-5, kSoft}) {
    const test::EdgeProblem problem = hanging(mesh, bending);
    test::EdgeProblem covered = problem;
    covered.cover_metric();
    const Swing sparse(problem), whole(covered);
    ASSERT_LT(sparse.projection.factor_flops(), whole.projection.factor_flops());
    EXPECT_EQ(sparse.converged, whole.converged);
    EXPECT_GT((sparse.x - problem.mesh.x).cwiseAbs().maxCoeff(), 0.1);             // [m]
    EXPECT_LE((sparse.x - whole.x).cwiseAbs().maxCoeff(), 1e-6 * 0.5) << bending;  // of the cloth's size
  }
}

TEST(MatrixSplit, GivesTheSameBitsForAnyNumberOfThreads) {
  const Mesh mesh = make_rectangle({0.5, 0.5}, {41, 41});
  const test::EdgeProblem problem(mesh, 1e-5);
  RowValues values(problem.rows.pattern());
  problem.rows.evaluate(test::wavy(mesh.x, 0.1), values);
  const auto solution = [&](int count) {
    Threads threads(count);
    ProjectionSystem system(problem.rows.pattern(), problem.metric, threads);
    EXPECT_TRUE(system.is_iterative());
    system.assemble(problem.metric, values, problem.law.stiffness, false, problem.held);
    EXPECT_TRUE(system.factor());
    Points x = test::shaken(Points::Zero(mesh.node_count(), 3), 1, 1);
    system.solve(x);
    return x;
  };
  const Points one = solution(1);
  EXPECT_EQ(solution(2), one);
  EXPECT_EQ(solution(5), one);
}

TEST(MatrixSplit, LeavesRestAsItIsAndNumbersThatAreNoneAsSuch) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Mesh mesh = make_rectangle({0.5, 0.5}, {9, 9});
  const test::EdgeProblem problem(mesh, kSoft);
  RowValues values(problem.rows.pattern());
  problem.rows.evaluate(mesh.x, values);
  Threads threads;
  ProjectionSystem system(problem.rows.pattern(), problem.metric, threads);
  ASSERT_TRUE(system.is_iterative());
  Points rest = Points::Zero(mesh.node_count(), 3), force = test::shaken(rest, 1, 1), none = rest;
  none(3, 1) = NAN;
  const test::CountAllocations here;
  system.assemble(problem.metric, values, problem.law.stiffness, false, problem.held);
  ASSERT_TRUE(system.factor());
  for (Points* x : {&rest, &force, &none}) system.solve(*x);
  EXPECT_EQ(here.count(), 0);
  EXPECT_EQ(rest.cwiseAbs().maxCoeff(), 0);
  EXPECT_TRUE(force.allFinite());
  EXPECT_FALSE(none.allFinite());
}

TEST(MatrixSplit, EndsWithTheBestItReachedWhereNoToleranceCanBeMet) {
  const Mesh mesh = make_rectangle({0.5, 0.5}, {9, 9});
  const test::EdgeProblem problem(mesh, kSoft);
  RowValues values(problem.rows.pattern());
  problem.rows.evaluate(mesh.x, values);
  Threads threads;
  ProjectionSystem system(problem.rows.pattern(), problem.metric, threads);
  system.assemble(problem.metric, values, problem.law.stiffness, false, problem.held);
  ASSERT_TRUE(system.factor());
  Points fine = test::shaken(Points::Zero(mesh.node_count(), 3), 1, 1), endless = fine;
  system.solve(fine, 1e-11);
  system.solve(endless, 0);
  EXPECT_LE((fine - endless).norm(), 1e-10 * fine.norm());
}

}  // namespace
}  // namespace isocloth
