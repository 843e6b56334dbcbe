/// What a step says of itself is true: errors of elements, status, cause.

#include "isocloth/dynamics/step_report.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dynamics/contact_runs.hpp"

namespace isocloth::test {
namespace {

double largest_edge_error(const Simulation& sim) {
  double largest = 0;
  const Points &rest = sim.model().rest.x, &x = sim.state().x;
  for (const Edge& edge : sim.model().topology.edges) {
    const double length = (rest.row(edge[1]) - rest.row(edge[0])).norm();
    largest = std::max(largest, std::abs((x.row(edge[1]) - x.row(edge[0])).norm() / length - 1));
  }
  return largest;
}

double largest_area_error(const Simulation& sim) {
  return signed_area_errors(sim.model().rest, sim.state().x).cwiseAbs().maxCoeff();
}

/// A sheet whose nodes fly apart at random.
Simulation torn_sheet(unsigned seed, double speed) {
  Simulation sim = level_sheet(0.4, 9, 1);
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, speed);
  ClothState state = sim.state();
  for (double& v : state.v.reshaped()) v = normal(random);
  sim.restore(state);
  return sim;
}

TEST(StepReport, HasTheErrorsOfEdgesAndAreasAfterTheStep) {
  Simulation sim = torn_sheet(1, 2);
  for (int k = 0; k < 20; ++k) {
    const StepReport report = sim.step();
    ASSERT_NEAR(report.edge_error, largest_edge_error(sim), 1e-12) << k;
    ASSERT_NEAR(report.area.largest, largest_area_error(sim), 1e-12) << k;
  }
}

TEST(StepReport, NeverSaysConvergedOfAnElementThatIsFarOff) {
  int told = 0;
  for (unsigned seed = 0; seed < (kSanitized ? 2u : 12u); ++seed) {
    Simulation sim = torn_sheet(seed, 5.0 + 5.0 * seed);
    for (int k = 0; k < 20; ++k) {
      const StepReport report = sim.step();
      const double edge = largest_edge_error(sim), area = largest_area_error(sim);
      ASSERT_TRUE(report.status != StepStatus::converged || (area <= 0.05 && edge <= 0.15))
          << seed << ", " << k;
      ASSERT_TRUE(report.status != StepStatus::distorted || area > 0.05 || edge > 0.05) << seed << ", " << k;
      told += report.status == StepStatus::distorted || report.substeps > 1;
    }
  }
  EXPECT_GT(told, 0) << "such sheets exist";
}

TEST(StepReport, DoesNotCallShearOfWovenClothADistortion) {
  const Mesh mesh = make_rectangle({0.2, 0.2}, {5, 5});
  Simulation sim(make_cloth_model(mesh, {.density = 0.2, .damping = 1, .shear_stiffness = 5}), mesh.x,
                 {.gravity = {0, 0, 0}});
  std::vector<int> bottom, top;
  for (int i = 0; i < 5; ++i) bottom.push_back(i), top.push_back(20 + i);
  const double reach = 0.2, shift = 0.2 * std::sin(0.5);  // the upper thread turns by 0.5 rad
  sim.grasp("bottom", bottom);
  sim.grasp("top", top,
            polyline_motion({0, 1}, {Vec3::Zero(), Vec3(shift, reach * (std::cos(0.5) - 1), 0)}, true));
  for (int k = 0; k < 120; ++k) ASSERT_EQ(sim.step().status, StepStatus::converged) << k;
  EXPECT_GT(largest_area_error(sim), 0.1) << "it sheared";
}

TEST(StepReport, OfNumbersThatOverflowHasNoGoodErrors) {
  Simulation sim = level_sheet(0.5, 7, 1);
  ClothState state = sim.state();
  state.v.row(24) = Eigen::RowVector3d(1e160, 0, 0);
  sim.restore(state);
  const StepReport report = sim.step();
  EXPECT_EQ(report.status, StepStatus::not_finite);
  for (const double error : {report.metric_error, report.edge_error, report.area.total, report.area.mean,
                             report.area.dispersion, report.area.largest})
    EXPECT_EQ(error, std::numeric_limits<double>::infinity());
}

/// The first step of a run that does not converge.
StepReport first_miss(Simulation& sim, int steps = 200) {
  for (int k = 0; k < steps; ++k)
    if (const StepReport report = sim.step(); report.status != StepStatus::converged) return report;
  return {};
}

TEST(StepCause, IsTheReachOfTheClothWhereGraspsPullTooFar) {
  Simulation sim = level_sheet(0.3, 7, 1);
  sim.grasp("left", {0}, fixed_motion(), rigid_grip());
  sim.grasp("right", {6}, polyline_motion({0, 1}, {Vec3::Zero(), Vec3(0.1, 0, 0)}, true), rigid_grip());
  const StepReport report = first_miss(sim);
  EXPECT_EQ(report.status, StepStatus::infeasible);
  EXPECT_EQ(report.cause, StepCause::reach);
  EXPECT_EQ(report.grasp, 1) << "the one that is furthest from where it should be";
}

TEST(StepCause, IsTheObstacleThatAGraspIsLedInto) {
  Simulation sim = level_sheet(0.3, 7, 0.2);
  sim.add_obstacle({.name = "floor", .shape = floor_shape()});
  sim.grasp("corner", {0}, polyline_motion({0, 0.5}, {Vec3::Zero(), Vec3(0, 0, -0.4)}, true), rigid_grip());
  const StepReport report = first_miss(sim);
  EXPECT_EQ(report.status, StepStatus::infeasible);
  EXPECT_EQ(report.cause, StepCause::grasp_in_obstacle);
}

TEST(StepCause, IsTheObstacleRoundWhichTheClothIsPulled) {
  if (kSanitized) GTEST_SKIP() << "takes a minute under sanitizers";
  Simulation sim = level_sheet(0.6, 13, 0.101);  // across a bar, its ends pulled down
  sim.add_obstacle({.name = "bar", .shape = make_box({0.1, 1, 0.2}), .path = fixed_pose({})});
  std::vector<int> left, right;
  for (int row = 0; row < 13; ++row) left.push_back(13 * row), right.push_back(13 * row + 12);
  const Motion down = polyline_motion({0, 1.5}, {Vec3::Zero(), Vec3(0, 0, -0.6)}, true);
  sim.grasp("left", left, down, rigid_grip());
  sim.grasp("right", right, down, rigid_grip());
  EXPECT_EQ(first_miss(sim).cause, StepCause::reach_round_obstacle);
}

TEST(StepCause, IsTheJumpOfAGraspLedByCoordinatesOfAnotherPlace) {
  for (const Grip& grip : {rigid_grip(), Grip{}}) {
    Simulation sim = level_sheet(0.3, 7, 1);
    sim.grasp("corner", {0}, polyline_motion({0, 1}, {Vec3(1, 0, 2), Vec3(1, 0.1, 2)}), grip);
    const StepReport first = sim.step();
    EXPECT_EQ(first.status, StepStatus::infeasible);
    EXPECT_EQ(first.cause, StepCause::grasp_too_fast);
    EXPECT_GT(first.grasp_slip, 1);
    double fastest = 0;
    int steps = 1;
    for (StepReport report = first; report.status != StepStatus::converged && steps < 1000; ++steps) {
      report = sim.step();
      fastest = std::max(fastest, sim.state().v.rowwise().norm().maxCoeff());
    }
    EXPECT_LT(fastest, 5) << "it is led there at a walk [m/s]";
    EXPECT_NEAR((sim.state().x.row(0) - Eigen::RowVector3d(1, 0.1, 2)).norm(), 0, 1e-3);
  }
}

TEST(StepCause, IsTheSqueezeBetweenObstacles) {
  Simulation sim = level_sheet(0.2, 5, 0.01);
  sim.add_obstacle({.name = "floor", .shape = floor_shape()});
  const std::shared_ptr<const Shape> lid = make_half_space({0, 0, 0}, {0, 0, -1});
  sim.add_obstacle({.name = "lid", .shape = lid, .path = [](double t) {
                      return RigidPose{.translation = {0, 0, 0.02 - 0.05 * t}};
                    }});
  const StepReport report = first_miss(sim);
  EXPECT_EQ(report.status, StepStatus::infeasible);
  EXPECT_EQ(report.cause, StepCause::squeezed);
}

TEST(StepCause, HasASentenceForEveryStepThatDidNotConverge) {
  for (int cause = 1; cause <= static_cast<int>(StepCause::layers); ++cause)
    EXPECT_STRNE(explain(StepStatus::infeasible, static_cast<StepCause>(cause)), "") << cause;
  for (const StepStatus status : {StepStatus::iteration_limit, StepStatus::not_finite, StepStatus::distorted})
    EXPECT_STRNE(explain(status, StepCause::none), "");
  EXPECT_STREQ(explain(StepStatus::converged, StepCause::none), "");
}

TEST(Material, WeighsWhatItsDensitySaysUnlessToldOtherwise) {
  EXPECT_EQ(Material{.density = 0.2}.gravitational_mass(), 0.2);
  EXPECT_EQ((Material{.density = 0.2, .virtual_mass = 0.15}.gravitational_mass()), 0.15);
  Simulation sim = level_sheet(0.2, 5, 1, {.density = 0.2});
  for (int k = 0; k < 10; ++k) (void)sim.step();
  EXPECT_NEAR(sim.state().v.col(2).mean(), -9.8 * 0.1, 1e-9) << "it falls as everything does";
}

}  // namespace
}  // namespace isocloth::test
