#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "dynamics/runs.hpp"
#include "isocloth/dynamics/energy.hpp"
#include "support/measured.hpp"
#include "support/rounding.hpp"

namespace isocloth::test {
namespace {

/// After k steps Euler has fallen by g dt² k(k+1)/2, which is ½gt² and ½g·dt·t too much; BDF2, whose first
/// step is Euler's, by ½gt² + ¾g·dt². Nothing else may move.
TEST(Physics, FreeFallIsThatOfTheIntegrator) {
  const Mesh sheet = make_irregular_rectangle({0.4, 0.3}, 60, 3);
  const int steps = 100;
  const double g = 9.8, dt = 0.01, t = steps * dt;
  for (const Integrator integrator : {Integrator::euler, Integrator::bdf2}) {
    Simulation sim(make_cloth_model(sheet, {.density = 0.3, .virtual_mass = 0.3, .bending = 1e-4}), sheet.x,
                   {.dt = dt, .integrator = integrator});
    EXPECT_EQ(advance(sim, steps).missed, 0);
    const double drop = g * t * t / 2 + g * dt * (integrator == Integrator::euler ? t / 2 : 0.75 * dt);
    Points expected = sheet.x;
    expected.col(2).array() -= drop;
    // each step adds the rounding of positions of size `drop`, times the condition of the solve (about 1e6)
    EXPECT_LE((sim.state().x - expected).cwiseAbs().maxCoeff(), steps * 1e6 * kEpsilon * drop);
  }
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

/// With fixed grasps nothing feeds energy in. Euler takes some away in every step; BDF2 gives and takes, but
/// never lets it rise above what there was.
TEST(Physics, EnergyNeverGrowsWithFixedGrasps) {
  const double scale = 0.3 * 9.8 * 0.16 * 0.4;  // weight times size [J]
  const auto rises = [&](Integrator integrator, double dt, double damping, double duration) {
    const Mesh sheet = noisy(make_rectangle({0.4, 0.4}, {11, 11}));
    StepOptions options{.dt = dt, .integrator = integrator};
    Simulation sim(
        make_cloth_model(sheet, {.density = 0.3, .virtual_mass = 0.3, .bending = 1e-5, .damping = damping}),
        sheet.x, options);
    sim.grasp("left", {0});
    sim.grasp("right", {10});
    const auto mechanical = [&] {
      return energy(sim.model(), options.gravity, sim.state().x, sim.state().v).mechanical();
    };
    const double start = mechanical();
    double last = start, in_a_step = 0, in_all = 0;
    for (int k = 0; k < duration / dt; ++k) {
      EXPECT_EQ(sim.step().status, StepStatus::converged);
      in_a_step = std::max(in_a_step, mechanical() - last);
      last = mechanical();
      in_all = std::max(in_all, last - start);
    }
    return std::pair(in_a_step / scale, in_all / scale);
  };
  for (const double damping : {0.0, 0.3})
    expect_at_most("Euler: largest rise of energy in a step, over weight times size",
                   rises(Integrator::euler, 0.005, damping, 3).first, 1e-9, "");
  for (const double dt : {0.005, 0.01, 0.02})
    expect_at_most("BDF2, 60 s: energy above its start, over weight times size",
                   rises(Integrator::bdf2, dt, 0, 60).second, 0.005, "");
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
  const auto speed = [&](Integrator integrator) {
    StepOptions options{.integrator = integrator};
    options.gravity.setZero();
    Simulation sim(make_cloth_model(sheet, {.density = 0.5, .damping = 1.5}), sheet.x, options);
    ClothState state = sim.state();
    state.v.col(0).setConstant(1);
    sim.restore(state);
    (void)advance(sim, 50);
    return sim.state().v.col(0).mean();
  };
  EXPECT_NEAR(speed(Integrator::euler), std::pow(1 + 0.01 * 1.5 / 0.5, -50), 1e-9);  // of v' = −(α/ρ) v
  EXPECT_NEAR(speed(Integrator::bdf2), std::exp(-0.5 * 1.5 / 0.5), 1e-4);
}

}  // namespace
}  // namespace isocloth::test
