#include "io/scene/run_scene.hpp"

#include <gtest/gtest.h>

#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "support/count_allocations.hpp"

namespace isocloth::io::test {
namespace {

Scene shake(const std::vector<std::string>& overrides) {
  return load_scene(ISOCLOTH_SOURCE_DIR "/scenes/shake.yaml", overrides);
}

TEST(StepCount, ReachesTheDurationWhateverTheRounding) {
  EXPECT_EQ(step_count({.duration = 10, .step = 0.01, .frame = 0.01}), 1000);
  EXPECT_EQ(step_count({.duration = 0.3, .step = 0.1, .frame = 0.1}), 3) << "0.3 / 0.1 is a little below 3";
  EXPECT_EQ(step_count({.duration = 0.7, .step = 0.1, .frame = 0.1}), 7) << "0.7 / 0.1 is a little below 7";
  EXPECT_EQ(step_count({.duration = 0.25, .step = 0.1, .frame = 0.1}), 3);
  EXPECT_EQ(step_count({.duration = 10, .step = 1e-6, .frame = 1}), 10'000'000);
  EXPECT_EQ(frame_steps({.duration = 10, .step = 1e-6, .frame = 1}), 1'000'000);
}

TEST(RunScene, FramesAreTheStatesOfThePlainLoop) {
  const Scene scene = shake({"time.duration=0.09", "time.frame=0.03"});
  Session by_hand(make_simulation(scene)), simulation(make_simulation(scene));
  std::vector<Frame> frames;
  const RunReport run =
      run_scene(scene, simulation, {.on_frame = [&](const Frame& f) { frames.push_back(f); }});
  ASSERT_EQ(frames.size(), 4u);
  EXPECT_EQ(run.frames, 4);
  EXPECT_EQ(frames[0].time, 0);
  for (std::size_t k = 0; k < frames.size(); ++k) {
    EXPECT_EQ(frames[k].x, by_hand.state().x);
    EXPECT_EQ(frames[k].v, by_hand.state().v);
    EXPECT_EQ(frames[k].diagnostics.steps, k == 0 ? 0 : 3);
    for (int step = 0; step < 3; ++step) (void)by_hand.step();
  }
}

TEST(RunScene, StopsWhenToldTo) {
  const Scene scene = shake({});
  Session simulation(make_simulation(scene));
  const RunReport run =
      run_scene(scene, simulation, {.go_on = [](const RunReport& r) { return r.steps < 7; }});
  EXPECT_TRUE(run.stopped);
  EXPECT_EQ(run.steps, 7);
  EXPECT_EQ(run.planned_steps, 1000);
  EXPECT_EQ(run.frames, 4) << "at 0, 0.02, 0.04, 0.06 s";
  EXPECT_DOUBLE_EQ(simulation.state().time, 0.07);
}

TEST(RunScene, EndsRegularlyWhenStoppedByTheLastStep) {
  const Scene scene = shake({"time.duration=0.05"});
  Session simulation(make_simulation(scene));
  EXPECT_FALSE(
      run_scene(scene, simulation, {.go_on = [](const RunReport& r) { return r.steps < 5; }}).stopped);
}

TEST(RunScene, AllocatesPerFrameOnly) {
  using isocloth::test::CountAllocations;
  if (!CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const CountAllocations from_the_start;
  const Scene scene = shake({"time.duration=1", "time.frame=1"});
  Session simulation(make_simulation(scene));
  long after_first = 0, before_last = 0;
  (void)run_scene(scene, simulation, {.go_on = [&](const RunReport& run) {
                    if (run.steps == 1) after_first = from_the_start.count();
                    if (run.steps == 99) before_last = from_the_start.count();
                    return true;
                  }});
  EXPECT_GT(after_first, 0) << "the counter counts";
  EXPECT_EQ(before_last, after_first);
}

}  // namespace
}  // namespace isocloth::io::test
