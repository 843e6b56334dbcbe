#include <gtest/gtest.h>

#include "dynamics/contact_runs.hpp"
#include "dynamics/runs.hpp"

namespace isocloth::test {
namespace {

TEST(AbsurdInput, DoesNotBreakTheRun) {
  const Mesh sheet = make_rectangle({0.5, 0.5}, {7, 7});
  Simulation sim(make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2}), upright(sheet));
  sim.grasp("corner", {0});
  sim.grasp("middle", {24}, polyline_motion({0, 0.1}, {Vec3(0, 0, 0), Vec3(1e6, 1e6, -1e6)}, true));
  for (int k = 0; k < 30; ++k) {
    const StepReport report = sim.step();
    ASSERT_TRUE(sim.state().x.allFinite() && sim.state().v.allFinite());
    EXPECT_NE(report.status, StepStatus::converged);
  }
}

TEST(AbsurdInput, ThatOverflowsLeavesTheClothWhereItWas) {
  Simulation sim = level_sheet(0.5, 7, 0.02);
  sim.add_obstacle({.name = "floor", .shape = floor_shape()});
  (void)touch(sim, 50);
  ClothState state = sim.state();
  state.v.row(24) = Eigen::RowVector3d(1e160, 0, 0);  // its square is not a number
  sim.restore(state);
  EXPECT_EQ(sim.step().status, StepStatus::not_finite);
  EXPECT_EQ(sim.state().x, state.x);
  EXPECT_EQ(sim.state().step, state.step + 1);
  EXPECT_EQ(sim.obstacle_load(0).force, Vec3::Zero());
  EXPECT_NE(sim.step().status, StepStatus::not_finite) << "it stands still and can go on";
}

}  // namespace
}  // namespace isocloth::test
