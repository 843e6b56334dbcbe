#include <gtest/gtest.h>

#include <Eigen/Core>

#include "projection/sheet_problem.hpp"
#include "support/deformations.hpp"
#include "support/dense_algebra.hpp"

namespace isocloth {
namespace {

using Indices = std::vector<Eigen::Index>;

Indices free_coordinates(const std::vector<char>& held) {
  Indices result;
  for (std::size_t i = 0; i < held.size(); ++i)
    for (int a = 0; a < 3 && !held[i]; ++a) result.push_back(static_cast<Eigen::Index>(3 * i + a));
  return result;
}

/// The paper's algorithm on dense matrices: x₀ = A⁻¹f, then x ← x − A⁻¹Jᵀ(JA⁻¹Jᵀ)⁻¹c until max |c| ≤
/// tolerance.
Points textbook_projection(const test::SheetProblem& problem, double tolerance) {
  const Indices free = free_coordinates(problem.held);
  const int constraints = problem.rows.pattern().constraint_rows;
  const Eigen::MatrixXd all = test::for_each_coordinate(Eigen::MatrixXd(problem.metric));
  const Eigen::MatrixXd metric = all(free, free);
  Vector x = test::stacked(problem.x);
  x(free) = Vector::Zero(static_cast<Eigen::Index>(free.size()));
  x(free) = Vector(test::solve_definite(metric, (test::stacked(problem.load) - all * x)(free)));
  for (int iteration = 0; iteration < 100; ++iteration) {
    const Points at = Eigen::Map<const Points>(x.data(), problem.x.rows(), 3);
    const Vector c = test::row_values(problem.rows, at).head(constraints);
    if (c.cwiseAbs().maxCoeff() <= tolerance) return at;
    const Eigen::MatrixXd jacobian =
        test::dense_jacobian(problem.rows, at).topRows(constraints)(Eigen::all, free);
    const Eigen::MatrixXd spread = test::solve_definite(metric, jacobian.transpose());
    const Vector multipliers = test::solve_definite(test::times(jacobian, spread), c);
    x(free) -= spread * multipliers;
  }
  ADD_FAILURE() << "the textbook projection does not converge";
  return problem.x;
}

ProjectionOptions fast(double tolerance) {
  return {.method = ProjectionMethod::fast, .tolerance = tolerance, .max_iterations = 100};
}

TEST(FastProjection, IsTheTextbookAlgorithmOnACurvedSheet) {
  for (const double tolerance : {1e-3, 1e-6, 1e-9})
    for (const Mesh& mesh :
         {make_rectangle({0.3, 0.4}, {4, 5}), make_irregular_rectangle({0.3, 0.4}, 25, 3)}) {
      test::SheetProblem problem = test::held_sheet(mesh);
      const Points expected = textbook_projection(problem, tolerance);
      const ProjectionReport report = problem.project(fast(tolerance));
      EXPECT_EQ(report.status, StepStatus::converged);
      EXPECT_LE(problem.largest_constraint(), tolerance);
      EXPECT_LE((problem.x - expected).cwiseAbs().maxCoeff(),
                1e-6);  // [m]; the shift of 10⁻⁸ is all that differs
    }
}

TEST(FastProjection, MeetsTheToleranceOnEveryMesh) {
  for (const auto& [name, mesh] : test::all_meshes())
    for (const double tolerance : {1e-3, 1e-6}) {
      test::SheetProblem problem(mesh, test::wavy(mesh.x, 0.1));
      const ProjectionReport report = problem.project(fast(tolerance));
      EXPECT_EQ(report.status, StepStatus::converged) << name;
      EXPECT_LE(problem.largest_constraint(), tolerance) << name;
      EXPECT_DOUBLE_EQ(report.largest_row, problem.largest_constraint()) << name;
    }
}

TEST(FastProjection, StartsFromTheFreeMotionWhateverTheGuess) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {4, 5});
  test::SheetProblem first = test::held_sheet(mesh), second = test::held_sheet(mesh);
  second.x = test::shaken(second.x, 0.05, 1);
  for (const int node : {0, 3}) second.x.row(node) = first.x.row(node);
  (void)first.project(fast(1e-9));
  (void)second.project(fast(1e-9));
  EXPECT_EQ(first.x, second.x);
}

/// Distance between the two methods after one step of dt from a sheet that meets its rows, at rest, without
/// springs.
double distance_of_methods(double dt) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {4, 5});
  test::SheetProblem still = test::held_sheet(mesh, {.dt = 1e-3, .gravity = 0});
  (void)still.project(fast(1e-12));
  const test::SheetOptions options{.dt = dt, .wave_speed = 1e4, .bending = 0, .spring_share = 0};
  test::SheetProblem a(mesh, still.x, options), b(mesh, still.x, options);
  a.held = b.held = still.held;
  (void)a.project({.tolerance = 1e-9, .max_iterations = 100});
  (void)b.project(fast(1e-9));
  EXPECT_GT((a.x - still.x).cwiseAbs().maxCoeff(), 0.1 * 9.8 * dt * dt) << "the sheet must move";
  return (a.x - b.x).rowwise().norm().maxCoeff();
}

TEST(FastProjection, AgreesWithTheImplicitOneToSecondOrderInTheMove) {
  const double coarse = distance_of_methods(0.004), fine = distance_of_methods(0.002),
               move = 9.8 * 0.004 * 0.004;
  EXPECT_LE(coarse, 0.1 * move);
  EXPECT_LE(fine, coarse / 8);  // the move falls by 4, its square by 16
}

}  // namespace
}  // namespace isocloth
