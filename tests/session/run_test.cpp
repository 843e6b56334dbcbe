#include <gtest/gtest.h>

#include "isocloth/session/make_frame.hpp"
#include "session/led_sheet.hpp"
#include "support/count_allocations.hpp"

namespace isocloth::test {
namespace {

TEST(Run, FramesAreTheStatesOfThePlainLoop) {
  Session session = held_sheet(), by_hand = held_sheet();
  std::vector<Frame> frames;
  const RunReport run = session.run(
      9, {.steps_per_frame = 3, .on_frame = [&](Frame frame) { frames.push_back(std::move(frame)); }});
  ASSERT_EQ(frames.size(), 4u);
  EXPECT_EQ(run.frames, 4);
  StepTotals all;
  for (const Frame& frame : frames) {
    EXPECT_EQ(frame.x, by_hand.state().x);
    EXPECT_EQ(frame.v, by_hand.state().v);
    EXPECT_EQ(frame.time, by_hand.state().time);
    all.add(frame.diagnostics);
    for (int k = 0; k < 3; ++k) (void)by_hand.step();
  }
  EXPECT_EQ(all.steps, 9);
  EXPECT_EQ(all.iterations, run.iterations);
  EXPECT_EQ(all.metric_error, run.metric_error);
}

TEST(Run, StopsWhenToldToAndSaysSo) {
  Session session = held_sheet();
  const RunReport run = session.run(100, {.go_on = [](const RunReport& so_far) { return so_far.steps < 7; }});
  EXPECT_TRUE(run.stopped);
  EXPECT_EQ(run.steps, 7);
  EXPECT_EQ(run.planned_steps, 100);
  EXPECT_EQ(run.frames, 0);
  EXPECT_FALSE(session.run(7, {.go_on = [](const RunReport& so_far) { return so_far.steps < 7; }}).stopped);
}

TEST(Run, UntilATimeTakesTheStepsThatReachIt) {
  for (const double dt : {0.01, 0.1, 1.0 / 60, 0.07}) {
    Session session = sheet_session({}, {.dt = dt});
    session.run_until(0.3);
    EXPECT_GE(session.state().time, 0.3 - 1e-9) << dt;
    EXPECT_LT(session.state().time, 0.3 + dt) << dt;
    EXPECT_EQ(session.run_until(0.2).steps, 0);
  }
}

TEST(Run, CountsEachStepOnceByItsStatus) {
  Session session = held_sheet(rigid_grip());
  session.move(0, session.target(0) - Vec3(0.5, 0, 0), 0.1);  // further than the cloth reaches
  const RunReport run = session.run(30);
  std::int64_t sum = 0;
  for (const std::int64_t count : run.steps_by_status) sum += count;
  EXPECT_EQ(sum, 30);
  EXPECT_GT(run.missed_steps(), 0);
  ASSERT_TRUE(run.first_miss.has_value());
  EXPECT_EQ(run.first_miss->status, StepStatus::infeasible);
  EXPECT_GT(run.grasp_slip, 0.1);
  EXPECT_EQ(run.last.status, StepStatus::infeasible);
}

TEST(Run, ASessionAllocatesNothingPerStep) {
  if (!CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  Session session = held_sheet();
  session.add_obstacle({.name = "led", .shape = make_sphere(0.1)},
                       [](double t) { return RigidPose{.translation = {0, 0, -2 - t}}; });
  session.run(3);
  const CountAllocations here;
  for (int k = 0; k < 20; ++k) (void)session.step();
  EXPECT_EQ(here.count(), 0);
}

TEST(StepTotals, WhatIsNotFiniteIsAsBadAsCanBeButANumber) {
  StepTotals totals;
  StepReport report;
  report.metric_error = std::nan("");
  totals.add(report);
  EXPECT_EQ(totals.metric_error, std::numeric_limits<double>::max());
  EXPECT_EQ(totals.converged_steps, 1);
}

}  // namespace
}  // namespace isocloth::test
