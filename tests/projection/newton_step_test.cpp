#include <gtest/gtest.h>

#include "projection/sheet_problem.hpp"
#include "support/deformations.hpp"
#include "support/dense_algebra.hpp"

namespace isocloth {
namespace {

/// One Newton step on dense matrices: (A + JᵀKJ + T(λ)) Δx = f − Ax − Jᵀp, held nodes in place.
Vector dense_newton_step(const test::SheetProblem& problem) {
  const int n = static_cast<int>(problem.x.rows());
  const RowPattern& pattern = problem.rows.pattern();
  RowValues values(pattern);
  problem.rows.evaluate(problem.x, values);
  problem.rows.tension(problem.multipliers, values);
  const Eigen::MatrixXd jacobian = test::dense_jacobian(pattern, values, n);
  const Eigen::MatrixXd matrix =
      test::for_each_coordinate(Eigen::MatrixXd(problem.metric) + test::dense_tension(pattern, values, n)) +
      test::times(jacobian.transpose() * problem.tangents(problem.x).slope.asDiagonal(), jacobian);
  const Vector downhill = -test::stacked(problem.gradient(problem.x));
  std::vector<Eigen::Index> free;
  for (int i = 0; i < 3 * n; ++i)
    if (!problem.held[i / 3]) free.push_back(i);
  Vector step = Vector::Zero(3 * n);
  const Eigen::MatrixXd among_free = matrix(free, free);
  const Vector moves = test::solve_definite(among_free, Vector(downhill(free)));
  step(free) = moves;
  return step;
}

TEST(ImplicitProjection, TakesTheNewtonStepOfADenseSolveOnEveryMesh) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    test::SheetProblem problem(mesh, test::wavy(mesh.x, 0.02), {.wave_speed = 50});
    problem.held[0] = problem.held[mesh.node_count() / 2] = 1;
    const LinearLaw tangents = problem.tangents(problem.x);
    problem.multipliers = tangents.pull;  // some tension
    const Vector step = dense_newton_step(problem);
    const Points before = problem.x;
    const Vector change = test::dense_jacobian(problem.rows, before) * step;
    const Vector multipliers = tangents.pull + tangents.slope.cwiseProduct(change);
    const ProjectionReport report = problem.project({.tolerance = 1e-12, .max_iterations = 1});
    EXPECT_EQ(report.iterations, 1) << name;
    // ε times the condition of the system: stretch against weight, (50 m/s · dt / edge)² ≈ 10² to 10⁶
    const double tol = name == "sliver quads" ? 1e-7 : 1e-9;  // slivers: 10⁸
    EXPECT_LE((test::stacked(problem.x - before) - step).cwiseAbs().maxCoeff(),
              tol * step.cwiseAbs().maxCoeff())
        << name;
    EXPECT_LE((problem.multipliers - multipliers).cwiseAbs().maxCoeff(),
              tol * (tangents.pull.cwiseAbs().maxCoeff() + multipliers.cwiseAbs().maxCoeff()))
        << name;
  }
}

}  // namespace
}  // namespace isocloth
