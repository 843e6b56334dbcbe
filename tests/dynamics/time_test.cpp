#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cstdio>
#include <numbers>

#include "dynamics/runs.hpp"
#include "isocloth/dynamics/energy.hpp"
#include "isocloth/dynamics/time_rule.hpp"
#include "support/measured.hpp"

namespace isocloth::test {
namespace {

constexpr int kSwingNodes = 9;

/// A sheet of 0.3 m held by its whole upper edge, let go 30° from vertical, without damping.
Simulation swinging_sheet(double dt, Integrator integrator = Integrator::bdf2) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {kSwingNodes, kSwingNodes});
  Simulation sim(make_cloth_model(sheet, {.density = 0.2}),
                 Pose{.rotate_deg = {60, 0, 0}, .translate = {0, 0, 0}}.apply(sheet.x),
                 {.dt = dt, .integrator = integrator});
  std::vector<int> edge(kSwingNodes);
  for (int i = 0; i < kSwingNodes; ++i)
    edge[static_cast<std::size_t>(i)] = kSwingNodes * (kSwingNodes - 1) + i;
  sim.grasp("edge", edge);
  return sim;
}

/// Largest distance of the lower edge from below the upper one in the sixth second [m].
double late_amplitude(Simulation sim) {
  const double upper = sim.state().x.bottomRows(kSwingNodes).col(1).mean();
  double largest = 0;
  while (sim.state().time < 6 - 1e-9) {
    EXPECT_EQ(sim.step().status, StepStatus::converged);
    const double y = sim.state().x.topRows(kSwingNodes).col(1).mean();
    if (sim.state().time > 5) largest = std::max(largest, std::abs(y - upper));
  }
  return largest;
}

TEST(Time, WhatSwingsKeepsSwinging) {
  for (const double dt : {0.02, 0.01, 0.005}) {
    const double amplitude = late_amplitude(swinging_sheet(dt));
    std::printf("[ measured ] amplitude in the sixth second, dt = %g s: %.1f cm\n", dt, 100 * amplitude);
    EXPECT_GE(amplitude, 0.135);
  }
  EXPECT_LE(late_amplitude(swinging_sheet(0.01, Integrator::euler)), 0.06) << "what BDF2 is for";
}

Points after(double time, double dt, Integrator integrator) {
  Simulation sim = swinging_sheet(dt, integrator);
  (void)advance(sim, static_cast<int>(std::lround(time / dt)));
  return sim.state().x;
}

TEST(Time, IsOfSecondOrder) {
  const auto order = [](Integrator integrator) {
    const Points exact = after(1, 0.00025, Integrator::bdf2);
    const auto error = [&](double dt) { return (after(1, dt, integrator) - exact).rowwise().norm().mean(); };
    return std::log(error(0.02) / error(0.0025)) / std::log(8);
  };
  const double bdf2 = order(Integrator::bdf2), euler = order(Integrator::euler);
  std::printf("[ measured ] swing, nodes after 1 s, dt 20 to 2.5 ms: order of BDF2 %.2f, Euler %.2f\n", bdf2,
              euler);
  EXPECT_GE(bdf2, 1.8);
  EXPECT_LE(euler, 1.2);
}

TEST(Time, OfAStepHardlyMattersToTheShake) {
  const auto path = [](double dt) {
    const Mesh sheet = make_rectangle({0.297, 0.42}, {9, 9});
    Simulation sim = shaken_sheet(sheet, 72, 80, {}, {.dt = dt});
    std::vector<Points> frames;
    for (int k = 0; k < 100; ++k) {
      (void)advance(sim, static_cast<int>(std::lround(0.05 / dt)));
      frames.push_back(sim.state().x);
    }
    return frames;
  };
  const std::vector<Points> coarse = path(0.01), fine = path(0.0005);
  double sum = 0;
  for (std::size_t f = 0; f < fine.size(); ++f) sum += (coarse[f] - fine[f]).rowwise().norm().mean();
  expect_at_most("A3 shake, 5 s: dt = 10 ms against 0.5 ms", 1e3 * sum / static_cast<double>(fine.size()),
                 0.4, "mm");
}

TEST(Time, AThrownSheetKeepsItsSpinAndItsEnergy) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {9, 9});
  Simulation sim(make_cloth_model(sheet, {.density = 0.2}), sheet.x);
  const Eigen::RowVector3d middle = sheet.x.colwise().mean();
  const Vec3 turn(0, 0, 4 * std::numbers::pi), thrown(1, 0, 9.8);  // twice a second; up and down in 2 s
  ClothState state = sim.state();
  for (Eigen::Index i = 0; i < state.x.rows(); ++i)
    state.v.row(i) = (thrown + turn.cross(Vec3(sheet.x.row(i) - middle))).transpose();
  sim.restore(state);
  const auto spin = [&] {
    Vec3 sum = Vec3::Zero();
    const Vector& area = sim.model().node_area;
    const Eigen::RowVector3d at = area.transpose() * sim.state().x / area.sum();
    for (Eigen::Index i = 0; i < sim.state().x.rows(); ++i)
      sum += area[i] * Vec3(sim.state().x.row(i) - at).cross(Vec3(sim.state().v.row(i)));
    return sum.norm();
  };
  const auto moving = [&] {
    return energy(sim.model(), sim.options().gravity, sim.state().x, sim.state().v);
  };
  const double spin_before = spin(), energy_before = moving().mechanical();
  EXPECT_EQ(advance(sim, 200).missed, 0);
  std::printf("[ measured ] spin kept: %.4f\n", spin() / spin_before);
  EXPECT_NEAR(spin() / spin_before, 1, 0.02);
  EXPECT_NEAR(moving().mechanical() / energy_before, 1, 0.02);
}

TEST(Time, RuleFollowsAParabolaWhateverTheSteps) {
  const auto place = [](double t) { return Points::Constant(1, 3, 2 + 3 * t - 5 * t * t); };
  const auto speed = [](double t) { return Points::Constant(1, 3, 3 - 10 * t); };
  for (const double dt : {0.005, 0.01, 0.02})  // after two of 0.01 s
    for (const int calm : {0, 1000}) {
      ClothState state;
      state.x = place(0.02);
      state.v = speed(0.02);
      state.past.dt = state.past.dt_before = 0.01;
      state.past.calm = calm;
      state.past.dx = place(0.02) - place(0.01);
      state.past.dv = speed(0.02) - speed(0.01);
      state.past.dx_before = place(0.01) - place(0);
      state.past.dv_before = speed(0.01) - speed(0);
      TimeRule rule;
      rule.set(Integrator::bdf2, dt, state);
      const Points end = place(0.02 + dt);
      EXPECT_NEAR(rule.rate * (end - rule.past)(0, 0), speed(0.02 + dt)(0, 0), 1e-12) << dt;
      EXPECT_NEAR(rule.rate * rule.rate * (end - rule.inertial)(0, 0), -10, 1e-9) << dt;
    }
}

TEST(Time, RuleIsEulersWhereThereIsNoPastOrAMuchShorterOne) {
  ClothState state;
  state.x = Points::Constant(1, 3, 1);
  state.v = state.past.dv = Points::Constant(1, 3, 2);
  state.past.dx = Points::Constant(1, 3, 0.5);
  for (const double past : {0.001, 0.0}) {
    state.past.dt = past;
    TimeRule rule;
    rule.set(Integrator::bdf2, 0.01, state);
    EXPECT_EQ(rule.rate, 1 / 0.01);
    EXPECT_EQ(rule.past, state.x);
    EXPECT_EQ(rule.inertial, state.x + 0.01 * state.v);
  }
}

TEST(Time, AStateSetByHandGoesOn) {
  Simulation sim = swinging_sheet(0.01);
  (void)advance(sim, 50);
  ClothState state = sim.state();
  state.x.rowwise() += Eigen::RowVector3d(1, 2, 3);
  state.v.setZero();
  for (GraspState& grasp : state.grasps) grasp = {.anchor = grasp.anchor};  // take hold again
  sim.restore(state);
  const auto now = [&] {
    return energy(sim.model(), sim.options().gravity, sim.state().x, sim.state().v).mechanical();
  };
  const double before = now();
  for (int k = 0; k < 100; ++k) {
    EXPECT_EQ(sim.step().status, StepStatus::converged);
    EXPECT_LE(now(), before + 1e-4) << "at step " << k;
  }
}

}  // namespace
}  // namespace isocloth::test
