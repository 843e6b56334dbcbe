#include <gtest/gtest.h>

#include "projection/sheet_problem.hpp"
#include "support/deformations.hpp"

namespace isocloth {
namespace {

/// So tight that only the stop at λ = K(c − c̄) ends the iteration: Newton's method to the end.
const ProjectionOptions kToTheEnd{.tolerance = 1e-12, .max_iterations = 300};

std::vector<test::NamedMesh> curved_sheets() {
  return {{"quads", make_rectangle({0.3, 0.4}, {4, 5})},
          {"triangles", make_rectangle({0.3, 0.4}, {5, 4}, ElementKind::triangle)},
          {"irregular", make_irregular_rectangle({0.3, 0.4}, 25, 3)},
          {"mixed", test::half_cut(make_rectangle({0.3, 0.4}, {4, 4}))}};
}

TEST(ImplicitProjection, EndsWhereTheGradientOfTheObjectiveVanishes) {
  for (const auto& [name, mesh] : curved_sheets())
    for (const auto& [wave_speed, stiffening] :
         {std::pair(10.0, 1e3), {100.0, 1e3}, {2500.0, 1e3}, {200.0, 3e-4}}) {
      test::SheetProblem problem =
          test::held_sheet(mesh, {.wave_speed = wave_speed, .stiffening = stiffening});
      (void)problem.project(kToTheEnd);
      // forces of the size of the load cancel to what rounding of c leaves, ε·K·|∇c| ≈ 10⁻⁷ of it at the
      // stiffest
      EXPECT_LE(problem.gradient(problem.x).cwiseAbs().maxCoeff(), 1e-7 * problem.load.cwiseAbs().maxCoeff())
          << name << ", " << wave_speed << " m/s, " << stiffening;
    }
}

TEST(ImplicitProjection, EndsBelowEveryPlaceNearby) {
  for (const auto& [name, mesh] : curved_sheets()) {
    test::SheetProblem problem = test::held_sheet(mesh, {.wave_speed = 30});
    (void)problem.project(kToTheEnd);
    const double least = problem.objective(problem.x);
    for (unsigned trial = 0; trial < 50; ++trial)
      for (const double size : {1e-3, 1e-4, 1e-5}) {  // [m]
        Points other = test::shaken(problem.x, size, trial);
        for (std::size_t i = 0; i < problem.held.size(); ++i)
          if (problem.held[i])
            other.row(static_cast<Eigen::Index>(i)) = problem.x.row(static_cast<Eigen::Index>(i));
        EXPECT_GT(problem.objective(other), least) << name << ", " << size << " m away";
      }
  }
}

TEST(ImplicitProjection, FindsTheSamePlaceFromOtherGuessesAndMultipliers) {
  for (const auto& [name, mesh] : curved_sheets()) {
    test::SheetProblem first = test::held_sheet(mesh, {.wave_speed = 30}),
                       second = test::held_sheet(mesh, {.wave_speed = 30});
    (void)first.project(kToTheEnd);
    second.x = test::shaken(second.x, 1e-3, 5);
    for (const int node : {0, 3}) second.x.row(node) = first.x.row(node);
    second.multipliers = 1.5 * first.multipliers;
    (void)second.project(kToTheEnd);
    EXPECT_LE((first.x - second.x).cwiseAbs().maxCoeff(), 1e-8) << name;  // [m]
  }
}

TEST(ImplicitProjection, MeetsTheConstraintsOfADeformedSheetOnEveryMesh) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    test::SheetProblem problem(mesh, test::wavy(mesh.x, 0.1));
    const ProjectionReport report = problem.project();
    EXPECT_EQ(report.status, StepStatus::converged) << name;
    EXPECT_LE(report.largest_row, ProjectionOptions().tolerance) << name;
    EXPECT_NEAR(report.largest_row, problem.largest_constraint(), 1e-12) << name;  // rounding of c + 1
  }
}

TEST(ImplicitProjection, MeasuresSpringsFromWhereTheyRest) {
  // nothing but springs, which rest where the stretched sheet is or where the mesh was made
  const Mesh mesh = make_rectangle({0.3, 0.4}, {4, 5});
  const Points stretched = 1.1 * mesh.x;
  for (const double share : {0.0, 1.0}) {
    test::SheetProblem problem(mesh, stretched, {.wave_speed = 100, .gravity = 0, .spring_share = 1});
    problem.law.stiffness.head(problem.rows.pattern().constraint_rows).setConstant(1e-12);
    problem.law.rest = share * test::row_values(problem.rows, stretched);
    (void)problem.project(kToTheEnd);
    const double moved = (problem.x - stretched).cwiseAbs().maxCoeff();
    EXPECT_EQ(moved < 1e-9, share == 1.0) << moved << " m";
  }
}

TEST(ImplicitProjection, LeavesTheForceOfTheGraspToTheHeldNodesAlone) {
  const Mesh mesh = make_rectangle({0.3, 0.4}, {4, 5});
  test::SheetProblem problem = test::held_sheet(mesh, {});
  (void)problem.project(kToTheEnd);
  Points force = Points::Zero(mesh.node_count(), 3);
  problem.projection->outside_force(problem.load, problem.x, problem.multipliers, force);
  const Points alone = problem.metric * problem.x - problem.load;
  const double load = problem.load.cwiseAbs().maxCoeff();
  for (int i = 0; i < mesh.node_count(); ++i)
    if (!problem.held[i]) {
      EXPECT_LE(force.row(i).cwiseAbs().maxCoeff(), 1e-7 * load) << "node " << i;
    }
  // rows are inner forces, which cancel in the sum
  EXPECT_LE((force.colwise().sum() - alone.colwise().sum()).cwiseAbs().maxCoeff(), 1e-7 * load);
}

TEST(ImplicitProjection, CarriesMultipliersSoThatOneIterationAStepBalancesTheForces) {
  // a sheet settles in steps without memory of its velocity; tolerance as usual, not to the end
  const Mesh mesh = make_rectangle({0.3, 0.4}, {6, 7});
  test::SheetProblem problem(mesh, test::rolled(mesh.x, 0.3));  // corners closer than the cloth is wide
  problem.held[0] = problem.held[5] = 1;
  const Vector area = node_areas(mesh);
  const double weight = 9.8 * area.sum(), dt = 0.01;  // [N], [s]
  Points force = Points::Zero(mesh.node_count(), 3);
  int iterations = 0;
  for (int step = 0; step < 60; ++step) {
    problem.load = area.asDiagonal() * problem.x / (dt * dt);
    problem.load.col(2) -= 9.8 * area;
    const ProjectionReport report = problem.project();
    EXPECT_EQ(report.status, StepStatus::converged) << "step " << step;
    if (step >= 40) iterations += report.iterations;
  }
  EXPECT_LE(iterations, 22) << "in 20 steps";
  problem.projection->outside_force(problem.load, problem.x, problem.multipliers, force);
  double unbalanced = 0;
  for (int i = 0; i < mesh.node_count(); ++i)
    if (!problem.held[i]) unbalanced = std::max(unbalanced, force.row(i).norm());
  EXPECT_LE(unbalanced, 0.01 * weight);
}

}  // namespace
}  // namespace isocloth
