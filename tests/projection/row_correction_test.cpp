#include <gtest/gtest.h>

#include "projection/sheet_problem.hpp"
#include "support/deformations.hpp"

namespace isocloth {
namespace {

/// A hanging sheet, away from where its rows are met by a smooth wave: they are nearly met after one
/// iteration.
test::SheetProblem nearly_met(const Mesh& mesh) {
  test::SheetProblem problem(mesh, test::rolled(mesh.x, 0.3));
  problem.held[0] = 1;
  (void)problem.project({.tolerance = 1e-6});
  problem.x = test::wavy(problem.x, 1e-3);
  return problem;
}

/// c after one iteration that nothing corrects.
double error_of_one_iteration(const Mesh& mesh) {
  test::SheetProblem problem = nearly_met(mesh);
  return problem.project({.tolerance = 1e-12, .max_iterations = 1}).largest_row;
}

/// Force that is left on free nodes, at the gradients of the end [N].
double unbalanced(test::SheetProblem& problem) {
  Points force = Points::Zero(problem.x.rows(), 3);
  problem.projection->outside_force(problem.load, problem.x, problem.multipliers, force);
  for (Eigen::Index i = 0; i < force.rows(); ++i)
    if (problem.held[i]) force.row(i).setZero();
  return force.cwiseAbs().maxCoeff();
}

TEST(RowCorrection, MeetsRowsThatOneIterationLeavesNearlyMetAndBalancesForcesBetter) {
  for (const auto& [name, mesh] : {test::NamedMesh{"quads", make_rectangle({0.3, 0.4}, {6, 7})},
                                   {"triangles", make_irregular_rectangle({0.3, 0.4}, 40, 3)}}) {
    const double error = error_of_one_iteration(mesh), tolerance = 0.5 * error;
    test::SheetProblem plain = nearly_met(mesh), corrected = nearly_met(mesh);
    (void)plain.project({.tolerance = 2 * error, .max_iterations = 1});
    const ProjectionReport report = corrected.project({.tolerance = tolerance, .max_iterations = 1});
    EXPECT_EQ(report.status, StepStatus::converged) << name;
    EXPECT_EQ(report.iterations, 1) << name;
    EXPECT_LE(corrected.largest_constraint(), tolerance) << name;
    EXPECT_LT(unbalanced(corrected), 0.5 * unbalanced(plain)) << name;
  }
}

TEST(RowCorrection, LeavesRowsThatAreFarFromMetToTheIteration) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {6, 7});
  const double error = error_of_one_iteration(mesh);
  test::SheetProblem plain = nearly_met(mesh), far_off = nearly_met(mesh);
  (void)plain.project({.tolerance = 2 * error, .max_iterations = 1});
  (void)far_off.project({.tolerance = 0.1 * error, .max_iterations = 1});
  EXPECT_EQ(plain.x, far_off.x);
  EXPECT_EQ(plain.multipliers, far_off.multipliers);
}

}  // namespace
}  // namespace isocloth
