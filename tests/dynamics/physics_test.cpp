#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "dynamics/runs.hpp"
#include "isocloth/dynamics/energy.hpp"
#include "support/measured.hpp"
#include "support/rounding.hpp"

namespace isocloth::test {
namespace {

/// Implicit Euler falls by g dt² k(k+1)/2 after k steps; nothing else may move.
TEST(Physics, FreeFallIsExact) {
  const Mesh sheet = make_irregular_rectangle({0.4, 0.3}, 60, 3);
  Simulation sim(make_cloth_model(sheet, {.density = 0.3, .virtual_mass = 0.3, .bending = 1e-4}), sheet.x);
  const int steps = 100;
  EXPECT_EQ(advance(sim, steps).missed, 0);
  const double drop = 9.8 * 1e-4 * steps * (steps + 1) / 2;
  Points expected = sheet.x;
  expected.col(2).array() -= drop;
  // each step adds the rounding of positions of size `drop`, times the condition of the solve (about 1e6)
  EXPECT_LE((sim.state().x - expected).cwiseAbs().maxCoeff(), steps * 1e6 * kEpsilon * drop);
}

/// A spinning, wobbling sheet without weight: internal forces sum to zero.
TEST(Physics, MomentumIsKept) {
  const Mesh sheet = noisy(make_rectangle({0.4, 0.3}, {9, 7}));
  StepOptions options;
  options.gravity.setZero();
  Simulation sim(make_cloth_model(sheet, {.density = 0.3, .bending = 1e-5}), sheet.x, options);
  ClothState state = sim.state();
  for (int i = 0; i < sheet.node_count(); ++i)
    state.v.row(i) = (Vec3(0.3, -0.1, 0.2) + Vec3(1, 2, 3).cross(Vec3(sheet.x.row(i)))).transpose();
  sim.restore(state);
  const Vec3 before = state.v.transpose() * sim.model().node_area;
  (void)advance(sim, 200);
  const Vec3 after = sim.state().v.transpose() * sim.model().node_area;
  EXPECT_LE((after - before).norm(), 200 * 1e6 * kEpsilon * before.norm());
}

TEST(Physics, RotatingSceneAndGravityRotatesTheResult) {
  const Mesh sheet = noisy(make_rectangle({0.4, 0.4}, {9, 9}));
  const Material material{.density = 0.3, .virtual_mass = 0.3, .damping = 0.6};
  const Pose turn{.rotate_deg = {30, -50, 110}, .translate = {0, 0, 0}};
  Simulation sim(make_cloth_model(sheet, material), sheet.x);
  StepOptions turned;
  turned.gravity = turn.rotation() * turned.gravity;
  Simulation other(make_cloth_model(sheet, material), turn.apply(sheet.x), turned);
  for (Simulation* each : {&sim, &other}) each->grasp("corner", {0});
  (void)advance(sim, 100);
  (void)advance(other, 100);
  expect_at_most("scene and gravity rotated, after 1 s: largest distance",
                 (turn.apply(sim.state().x) - other.state().x).rowwise().norm().maxCoeff(), 1e-6, "m");
}

/// With fixed grasps nothing feeds energy in.
TEST(Physics, EnergyNeverGrowsWithFixedGrasps) {
  for (const double damping : {0.0, 0.3}) {
    const Mesh sheet = noisy(make_rectangle({0.4, 0.4}, {11, 11}));
    StepOptions options;
    options.dt = 0.005;
    Simulation sim(
        make_cloth_model(sheet, {.density = 0.3, .virtual_mass = 0.3, .bending = 1e-5, .damping = damping}),
        sheet.x, options);
    sim.grasp("left", {0});
    sim.grasp("right", {10});
    const auto mechanical = [&] {
      return energy(sim.model(), options.gravity, sim.state().x, sim.state().v).mechanical();
    };
    double last = mechanical(), rise = 0;
    const double scale = 0.3 * 9.8 * 0.16 * 0.4;  // weight times size [J]
    for (int k = 0; k < 600; ++k) {
      EXPECT_EQ(sim.step().status, StepStatus::converged);
      rise = std::max(rise, mechanical() - last);
      last = mechanical();
    }
    expect_at_most("largest rise of energy in a step, over weight times size", rise / scale, 1e-9, "");
  }
}

TEST(Physics, MassDensityScalesOut) {
  const Mesh sheet = noisy(make_rectangle({0.4, 0.4}, {7, 7}));
  Points result[2];
  for (const int heavy : {0, 1}) {
    const double s = heavy ? 64 : 1;  // a power of four: square roots scale exactly, so the same bits
    Simulation sim(
        make_cloth_model(
            sheet, {.density = 0.3 * s, .virtual_mass = 0.2 * s, .bending = 1e-5 * s, .damping = 0.3 * s}),
        sheet.x);
    sim.grasp("corner", {0}, fixed_motion(), rigid_grip());
    (void)advance(sim, 100);
    result[heavy] = sim.state().x;
  }
  EXPECT_EQ(result[0], result[1]);
}

TEST(Physics, DampingIsViscous) {
  const Mesh sheet = make_rectangle({0.2, 0.2}, {4, 4});
  StepOptions options;
  options.gravity.setZero();
  Simulation sim(make_cloth_model(sheet, {.density = 0.5, .damping = 1.5}), sheet.x, options);
  ClothState state = sim.state();
  state.v.col(0).setConstant(1);
  sim.restore(state);
  (void)advance(sim, 50);
  const double expected = std::pow(1 + 0.01 * 1.5 / 0.5, -50);  // implicit Euler of v' = −(α/ρ) v
  EXPECT_NEAR(sim.state().v.col(0).mean(), expected, 1e-9);
}

}  // namespace
}  // namespace isocloth::test
