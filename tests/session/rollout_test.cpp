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

/// Sheets of other materials, with other grips on other nodes.
std::vector<Session> varied_sheets() {
  std::vector<Session> sheets;
  for (int k = 0; k < kRuns; ++k) {
    sheets.push_back(sheet_session({.density = 0.1 + 0.05 * k, .virtual_mass = 0.1, .damping = 0.1 * k}));
    if (k % 2 == 1) sheets.back().grasp({.name = "other", .nodes = {0}});
    sheets.back().grasp({.name = "hand", .nodes = {20 + k}, .grip = {.stiffness = 1000.0 * (k + 1)}});
  }
  return sheets;
}

TEST(Rollout, OfOneSessionEachIsTheSameForAnyNumberOfThreadsAndAsByHand) {
  std::vector<Session> sheets = varied_sheets();
  std::vector<Session*> sessions;
  std::vector<SavedState> saved;
  std::vector<double> paths;
  for (Session& sheet : sheets) {
    sessions.push_back(&sheet);
    saved.push_back(sheet.save());
    const Vec3 start = sheet.target(sheet.grasp_numbers().back());
    for (int k = 1; k <= kSteps; ++k)
      for (const double value : {start.x(), start.y() + 0.002 * k, start.z()}) paths.push_back(value);
  }
  RolloutPlan plan{.count = kRuns, .steps = kSteps, .grasps = {0}, .paths = paths.data(), .nodes = {0, 12}};
  for (const SavedState& state : saved) plan.states.push_back(&state);
  std::vector<double> one(kRuns * kSteps * 3 * 2);
  for (const int threads : {1, 2, 4}) {
    std::vector<double> x(one.size());
    RolloutResults results{.x = x.data()};
    run_rollouts(sessions, plan, threads, results);
    if (threads == 1) one = x;
    EXPECT_EQ(x, one) << threads;
  }
  for (std::size_t run = 0; run < sheets.size(); ++run) {
    EXPECT_EQ(to_bytes(sheets[run].save()), to_bytes(saved[run])) << "stays as it is";
    for (int k = 0; k < kSteps; ++k) {
      sheets[run].move(sheets[run].grasp_numbers().back(),
                       Eigen::Map<const Vec3>(&paths[3 * (run * kSteps + static_cast<std::size_t>(k))]));
      (void)sheets[run].step();
    }
    const Vec3 last = Eigen::Map<const Vec3>(&one[3 * (2 * (run * kSteps + kSteps - 1) + 1)]);
    EXPECT_EQ(last, node(sheets[run], 12)) << run;
  }
}

TEST(Rollout, OfOneSessionEachRefusesStatesOfAnother) {
  std::vector<Session> sheets = varied_sheets();
  std::vector<Session*> sessions{&sheets[0], &sheets[2]};
  const SavedState first = sheets[0].save(), second = sheets[2].save();
  RolloutResults results;
  EXPECT_REFUSES(
      run_rollouts(sessions, {.count = 2, .steps = 1, .states = {&first, &first}}, 1, results),
      "rollout 1: the state belongs to another simulation: grasp \"hand\" holds other nodes there");
  EXPECT_REFUSES(run_rollouts(sessions, {.count = 3, .states = {&first}}, 1, results),
                 "there are 2 simulations for 3 rollouts");
  Session bare = sheet_session();
  sessions[1] = &bare;
  EXPECT_REFUSES(run_rollouts(sessions, {.count = 2, .steps = 1, .states = {&first, &second}, .grasps = {0}},
                              1, results),
                 "rollout 1: there is no grasp \"hand\" in its simulation");
}

}  // namespace
}  // namespace isocloth::test
