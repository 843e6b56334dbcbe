#include <gtest/gtest.h>

#include "dynamics/runs.hpp"
#include "support/measured.hpp"

namespace isocloth::test {
namespace {

/// A sheet hung by two corners at exactly its width, pulled apart by `pull` per side from 20 to 21 s, back
/// from 26 to 27 s.
Simulation taut_sheet(double pull, const Grip& grip) {
  const int n = 11;
  const Mesh sheet = make_rectangle({0.5, 0.5}, {n, n});
  Simulation sim(make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .damping = 0.5}),
                 upright(sheet));
  const double back = 26;  // [s]
  const std::vector<double> times{20, 21, back, back + 1};
  const Vec3 out(pull, 0, 0), in(0, 0, 0);
  sim.grasp("left", {n * (n - 1)}, polyline_motion(times, {in, -out, -out, in}, true), grip);
  sim.grasp("right", {n * n - 1}, polyline_motion(times, {in, out, out, in}, true), grip);
  return sim;
}

/// Largest way of a node in one step over `steps` steps.
double largest_way(Simulation& sim, int steps) {
  double way = 0;
  for (int k = 0; k < steps; ++k) {
    const Points before = sim.state().x;
    (void)sim.step();
    way = std::max(way, (sim.state().x - before).rowwise().norm().maxCoeff());
  }
  return way;
}

TEST(Taut, HeldAtExactlyItsWidthItComesToRest) {
  for (const Grip& grip : {rigid_grip(), Grip{}}) {
    Simulation sim = taut_sheet(0, grip);
    EXPECT_EQ(advance(sim, 1000).missed, 0);
    expect_at_most("two corners at rest distance, 10 to 20 s: largest way in a step",
                   1e3 * largest_way(sim, 1000), 0.1, "mm");
  }
}

TEST(Taut, PulledTooFarRigidGraspsYieldAndTheClothRecovers) {
  Simulation sim = taut_sheet(0.05, rigid_grip());
  EXPECT_EQ(advance(sim, 2000).missed, 0);
  (void)advance(sim, 300);  // 23 s: 0.6 m between grasps that hold 0.5 m of cloth
  const StepReport pulled = sim.step();
  EXPECT_EQ(pulled.status, StepStatus::infeasible);
  EXPECT_NEAR(pulled.grasp_slip, 0.05, 0.005);
  EXPECT_TRUE(sim.state().x.allFinite());
  expect_at_most("pulled 20 % too far: metric error while the grasps yield", 100 * pulled.metric_error, 0.1,
                 "%");
  expect_at_most("pulled 20 % too far: largest way in a step", 1e3 * largest_way(sim, 100), 0.1, "mm");

  (void)advance(sim, 399);  // 28 s: back
  const Worst after = advance(sim, 200);
  EXPECT_EQ(after.missed, 0);
  expect_at_most("after it: metric error", 100 * after.metric_error, 0.1, "%");
  expect_at_most("after it: dispersion of element area error", 100 * after.area.dispersion, 3, "%");
}

TEST(Taut, ASheetPressedWhileExactlyFlatGivesWayToOneSide) {
  const Mesh sheet = make_rectangle({0.5, 0.8}, {11, 17});
  Simulation sim(
      make_cloth_model(sheet, {.density = 0.4, .virtual_mass = 0.4, .bending = 1e-4, .damping = 1}),
      upright(sheet));
  sim.grasp("left", {176}, polyline_motion({0, 1}, {Vec3(0, 0, 0), Vec3(0.025, 0, 0)}, true));
  sim.grasp("right", {186}, polyline_motion({0, 1}, {Vec3(0, 0, 0), Vec3(-0.025, 0, 0)}, true));
  const Worst worst = advance(sim, 200);
  EXPECT_EQ(worst.missed, 0);
  EXPECT_GT(sim.state().x.col(1).cwiseAbs().maxCoeff(), 0.01);
  expect_at_most("pressed while flat: dispersion of element area error", 100 * worst.area.dispersion, 3, "%");
}

}  // namespace
}  // namespace isocloth::test
