#include <gtest/gtest.h>

#include "dynamics/runs.hpp"
#include "support/count_allocations.hpp"
#include "support/measured.hpp"

namespace isocloth::test {
namespace {

constexpr int kNodes = 9, kLeft = kNodes * (kNodes - 1), kRight = kNodes * kNodes - 1;
constexpr int kThrownSteps = 60;
const Motion kSwing = sine_motion({0, 1, 0}, 0.2, 1.5);

/// A sheet swung so fast, in steps of dt with few iterations each, that many steps must be divided; with BDF2
/// a sixth.
Simulation hurried_sheet(double dt) {
  const Mesh sheet = make_rectangle({0.5, 0.5}, {kNodes, kNodes});
  StepOptions options;
  options.dt = dt;
  options.projection.max_iterations = 5;
  Simulation sim(make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .damping = 0.5}),
                 upright(sheet), options);
  sim.grasp("left", {kLeft}, kSwing, rigid_grip());
  sim.grasp("right", {kRight}, kSwing, rigid_grip());
  return sim;
}

constexpr double kDt = 0.1;  // [s]

/// Calls check(before, report) after each step that was divided and converged; returns how many were.
template <class Check>
int each_divided_step(Simulation& sim, const Check& check) {
  int divided = 0;
  for (int k = 0; k < kThrownSteps; ++k) {
    const ClothState before = sim.state();
    const StepReport report = sim.step();
    if (report.substeps == 1 || report.status != StepStatus::converged) continue;
    check(before, report);
    ++divided;
  }
  return divided;
}

TEST(Substeps, EndWhereAWholeStepShould) {
  Simulation sim = hurried_sheet(kDt);
  const Points start = sim.state().x;
  const int divided = each_divided_step(sim, [&](const ClothState& before, const StepReport& report) {
    EXPECT_LE(report.metric_error, sim.options().projection.tolerance);
    EXPECT_EQ(sim.state().step, before.step + 1);
    EXPECT_EQ(sim.state().time, static_cast<double>(before.step + 1) * kDt);
    EXPECT_EQ(report.grasp_slip, 0);
    for (const int node : {kLeft, kRight}) {
      const Vec3 wanted = start.row(node).transpose() + kSwing.path(sim.state().time).translation;
      EXPECT_EQ(Vec3(sim.state().x.row(node)), wanted) << "at " << sim.state().time << " s";
    }
  });
  EXPECT_GE(divided, kThrownSteps / 6) << "the scene is made to need them";
}

/// The state that a simulation with a step of dt/count has at the same moment.
ClothState with_shorter_steps(ClothState state, int count) {
  state.step *= count;
  return state;
}

TEST(Substeps, AreWhatAsManyShortStepsWouldBe) {
  Simulation sim = hurried_sheet(kDt);
  double position = 0, velocity = 0;
  (void)each_divided_step(sim, [&](const ClothState& before, const StepReport& report) {
    Simulation shorter = hurried_sheet(kDt / report.substeps);
    shorter.go_on_from(with_shorter_steps(before, report.substeps));
    for (int k = 0; k < report.substeps; ++k) {
      const StepReport part = shorter.step();
      ASSERT_EQ(part.status, StepStatus::converged);
      ASSERT_EQ(part.substeps, 1);
    }
    position = std::max(position, (sim.state().x - shorter.state().x).cwiseAbs().maxCoeff());
    velocity = std::max(velocity, (sim.state().v - shorter.state().v).cwiseAbs().maxCoeff());
  });
  // times are rounded differently; five Newton steps amplify that
  expect_at_most("divided steps against as many short ones: positions", position, 1e-9, "m");
  expect_at_most("divided steps against as many short ones: velocities", velocity, 1e-7, "m/s");
}

TEST(Substeps, AllocateNothing) {
  if (!CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  Simulation sim = hurried_sheet(kDt);
  int divided = 0;
  while (divided == 0 && sim.state().step < kThrownSteps) divided += sim.step().substeps > 1;
  const CountAllocations here;
  for (int k = 0; k < kThrownSteps; ++k) divided += sim.step().substeps > 1;
  EXPECT_EQ(here.count(), 0);
  EXPECT_GT(divided, 1);
}

TEST(Substeps, AreRepeatedBitByBitFromARestoredState) {
  Simulation sim = hurried_sheet(kDt), other = hurried_sheet(kDt);
  (void)advance(other, 7);  // whatever its workspace has seen does not matter
  (void)each_divided_step(sim, [&](const ClothState& before, const StepReport& report) {
    other.restore(before);
    EXPECT_EQ(other.step().substeps, report.substeps);
    EXPECT_EQ(other.state().x, sim.state().x);
    EXPECT_EQ(other.state().v, sim.state().v);
    EXPECT_EQ(other.state().multipliers, sim.state().multipliers);
  });
}

}  // namespace
}  // namespace isocloth::test
