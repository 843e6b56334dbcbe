#include "isocloth/session/rollout.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <thread>

#include "session/led_sheet.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

constexpr int kRuns = 5, kSteps = 12;

/// Paths of one grasp, the same for each call.
std::vector<double> paths_from(const Vec3& start) {
  std::vector<double> paths;
  for (int run = 0; run < kRuns; ++run)
    for (int k = 1; k <= kSteps; ++k)
      for (const double value : {start.x() - 0.001 * run, start.y() + 0.002 * k, start.z()})
        paths.push_back(value);
  return paths;
}

struct Fan {
  std::vector<double> x = std::vector<double>(kRuns * kSteps * 3 * 2);
  std::vector<SavedState> final{};
  RolloutResults results{};

  Fan(Session& session, int grasp, const SavedState& state, const std::vector<double>& paths, int threads) {
    results = {.x = x.data(), .final = &final};
    run_rollouts(session,
                 {.count = kRuns,
                  .steps = kSteps,
                  .states = {&state},
                  .grasps = {grasp},
                  .paths = paths.data(),
                  .nodes = {0, 12}},
                 threads, results);
  }
};

TEST(Rollout, IsWhatMovingAndSteppingByHandGivesForAnyNumberOfThreads) {
  Session session = held_sheet();
  session.run(4);
  const SavedState state = session.save();
  const std::vector<double> paths = paths_from(session.target(1));
  const Fan one(session, 1, state, paths, 1);
  for (const int threads : {2, 3}) {
    const Fan more(session, 1, state, paths, threads);
    EXPECT_EQ(more.x, one.x);
  }
  EXPECT_EQ(to_bytes(session.save()), to_bytes(state)) << "the session itself stays as it is";
  for (int run = 0; run < kRuns; ++run) {
    session.restore(state);
    for (int k = 0; k < kSteps; ++k) {
      session.move(1, Eigen::Map<const Vec3>(&paths[static_cast<std::size_t>(3 * (run * kSteps + k))]));
      (void)session.step();
    }
    const auto i = static_cast<std::size_t>(run);
    EXPECT_EQ(to_bytes(one.final[i]), to_bytes(session.save()));
    EXPECT_EQ(one.results.totals[i].steps, kSteps);
  }
}

/// While it lives no thread can be started: each would get a stack larger than the address space.
class NoMoreThreads {
 public:
  NoMoreThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t huge;
    pthread_attr_init(&huge);
    pthread_attr_setstacksize(&huge, std::size_t{1} << 47);
    pthread_setattr_default_np(&huge);
    pthread_attr_destroy(&huge);
  }
  ~NoMoreThreads() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  NoMoreThreads(const NoMoreThreads&) = delete;
  NoMoreThreads& operator=(const NoMoreThreads&) = delete;

 private:
  pthread_attr_t before_;
};

TEST(Rollout, GoesOnWithTheThreadsThatThereAre) {
  Session session = held_sheet();
  const SavedState state = session.save();
  const std::vector<double> paths = paths_from(session.target(0));
  const Fan one(session, 0, state, paths, 1);
  const NoMoreThreads none;
  EXPECT_THROW(std::thread([] {}).join(), std::system_error) << "the test is one";
  const Fan alone(session, 0, state, paths, 4);
  EXPECT_EQ(alone.x, one.x);
}

TEST(Rollout, RefusesPlansThatCannotBe) {
  Session session = held_sheet();
  const SavedState state = session.save();
  RolloutResults results;
  const auto run = [&](const RolloutPlan& plan) { run_rollouts(session, plan, 2, results); };
  EXPECT_REFUSES(run({.count = 3, .states = {&state, &state}}), "there are 2 states for 3 rollouts");
  EXPECT_REFUSES(run({.count = 1, .states = {&state}, .grasps = {7}}), "not there any more");
  EXPECT_REFUSES(run({.count = 1, .states = {&state}, .nodes = {25}}), "names node 25");
  EXPECT_REFUSES(run({.count = 1, .every = 0, .states = {&state}}), "every must be at least 1");
  EXPECT_REFUSES(run_rollouts(session, {.count = 1, .states = {&state}}, 0, results), "threads must be");
}

TEST(Rollout, NamesTheRunWhoseStateCannotBeUsed) {
  Session session = held_sheet(), other = sheet_session();
  const SavedState state = session.save(), wrong = other.save();
  RolloutResults results;
  EXPECT_REFUSES(
      run_rollouts(session, {.count = 3, .steps = 1, .states = {&state, &state, &wrong}}, 1, results),
      "rollout 2: the state belongs to another simulation");
}

TEST(Rollout, CallsNoFunctions) {
  Session session = sheet_session();
  const SavedState before = session.save();
  session.grasp({.name = "hand", .nodes = {20}}, [](double) { return RigidPose{}; });
  const SavedState state = session.save();
  RolloutResults results;
  EXPECT_REFUSES(run_rollouts(session, {.count = 1, .steps = 1, .states = {&state}}, 1, results),
                 "grasp \"hand\" follows a function");
  session.restore(before);
  session.add_obstacle(ball_below(), [](double) { return RigidPose{.translation = {0, 0, -2}}; });
  const SavedState led = session.save();
  EXPECT_REFUSES(run_rollouts(session, {.count = 1, .steps = 1, .states = {&led}}, 1, results),
                 "obstacle \"ball\" follows a function");
}

}  // namespace
}  // namespace isocloth::test
