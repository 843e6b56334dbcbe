#include "view/live_run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <random>

#include "io/scene/build_obstacles.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "program.hpp"
#include "support/refusal.hpp"
#include "view/live_command.hpp"
#include "view/live_scene.hpp"

namespace isocloth::cli {
namespace {

using Kind = LiveCommand::Kind;

/// A sheet that hangs by its two upper corners beside a ball.
io::Scene hanging() {
  return io::parse_scene(
      "cloth:\n"
      "  mesh: {rectangle: {size: [0.3, 0.3], nodes: [7, 7]}}\n"
      "  pose: {rotate_deg: [90, 0, 0]}\n"
      "  material: {density: 0.3, damping: 1}\n"
      "grasps:\n  - {name: left, nodes: [42]}\n  - {name: right, nodes: [48]}\n"
      "obstacles:\n  - {name: ball, sphere: {radius: 0.04}, pose: {translate: [0.15, -0.2, 0.1]}, friction: "
      "0.2}\n"
      "time: {duration: 1}\n",
      "hanging.yaml");
}

constexpr int kFree = 3, kHeld = 42;

Vec3 place(const LiveRun& run, int node) { return run.simulation().state().x.row(node).transpose(); }

/// Steps; all converge.
void go_on(LiveRun& run, int steps) {
  for (int k = 0; k < steps; ++k) EXPECT_EQ(run.step().status, StepStatus::converged) << k;
}

TEST(LiveRun, APulledNodeComesToTheHandAndFallsBackWhenReleased) {
  LiveRun run(hanging());
  go_on(run, 50);
  const Vec3 before = place(run, kFree), hand = before + Vec3(0.02, 0.1, 0.05);
  run.apply({.kind = Kind::grab, .index = kFree, .at = before});
  run.apply({.kind = Kind::move, .at = hand});
  go_on(run, 150);
  EXPECT_LT((place(run, kFree) - hand).norm(), 0.01);
  run.apply({.kind = Kind::release});
  go_on(run, 400);
  EXPECT_LT((place(run, kFree) - before).norm(), 0.01);
}

TEST(LiveRun, AHandFarAwayNeverOverstretchesTheCloth) {
  LiveRun run(hanging());
  run.apply({.kind = Kind::grab, .index = kFree, .at = place(run, kFree)});
  run.apply({.kind = Kind::move, .at = {5, -3, -4}});
  for (int k = 0; k < 200; ++k) {
    const StepReport report = run.step();
    EXPECT_EQ(report.status, StepStatus::converged) << k;
    EXPECT_LE(report.metric_error, 1.001e-3) << k;
  }
}

TEST(LiveRun, AGripperGoesAlongAndHoldsOn) {
  LiveRun run(hanging());
  const Vec3 before = place(run, kHeld), hand = before + Vec3(0.06, 0.04, 0);
  run.apply({.kind = Kind::grab, .index = kHeld, .at = before});
  run.apply({.kind = Kind::move, .at = hand});
  go_on(run, 150);
  run.apply({.kind = Kind::release});
  go_on(run, 150);
  EXPECT_LT((place(run, kHeld) - hand).norm(), 0.01);
  run.apply({.kind = Kind::drop});
  go_on(run, 30);
  EXPECT_LT(place(run, kHeld).z(), before.z() - 0.1);  // it falls
  EXPECT_TRUE(run.held_nodes().empty());
}

TEST(LiveRun, AChangedMaterialGoesOnFromTheSameState) {
  LiveRun run(hanging());
  go_on(run, 30);
  const ClothState before = run.simulation().state();
  run.apply({.kind = Kind::set, .name = "bending", .value = 1e-4});
  run.apply({.kind = Kind::set, .name = "friction", .value = 0.7});
  EXPECT_EQ(run.simulation().state().x, before.x);
  EXPECT_EQ(run.simulation().state().time, before.time);
  EXPECT_EQ(run.simulation().model().pieces.front().material.bending, 1e-4);
  EXPECT_EQ(run.simulation().obstacles().front().friction, 0.7);
  go_on(run, 30);
  EXPECT_NEAR(run.simulation().state().time, before.time + 0.3, 1e-9);
}

TEST(LiveRun, AnObstacleIsLedWithoutJumps) {
  LiveRun run(hanging());
  const auto ball = [&] {
    return run.simulation().obstacles().front().path(run.simulation().state().time).translation;
  };
  const Vec3 goal(0.15, 0.1, 0.1);  // through the cloth
  run.apply({.kind = Kind::obstacle, .index = 0, .at = goal});
  Vec3 last = ball();
  for (int k = 0; k < 60; ++k) {
    go_on(run, 1);
    EXPECT_LE((ball() - last).norm(), 2.5 * 0.01 + 1e-9);  // at most 2.5 m/s
    last = ball();
  }
  EXPECT_LT((last - goal).norm(), 1e-9);
  EXPECT_GT(place(run, kFree + 14).y(), 0.0);  // the cloth is pushed along
}

TEST(LiveRun, ResetStartsAnewWithTheMaterialAsItIs) {
  LiveRun run(hanging());
  const Points start = run.simulation().state().x;
  run.apply({.kind = Kind::set, .name = "damping", .value = 3});
  run.apply({.kind = Kind::drop});
  go_on(run, 20);
  run.apply({.kind = Kind::reset});
  EXPECT_EQ(run.simulation().state().x, start);
  EXPECT_EQ(run.simulation().state().time, 0);
  EXPECT_EQ(run.simulation().model().pieces.front().material.damping, 3);
  EXPECT_EQ(run.held_nodes().size(), 2u);
}

TEST(LiveRun, RefusesWhatIsNotThereAndGoesOn) {
  LiveRun run(hanging());
  EXPECT_REFUSES(run.apply({.kind = Kind::grab, .index = 49}), "there is no node 49");
  EXPECT_REFUSES(run.apply({.kind = Kind::obstacle, .index = 1}), "there is no obstacle 1");
  EXPECT_REFUSES(run.apply({.kind = Kind::set, .name = "color", .value = 1}), "use bending");
  EXPECT_REFUSES(run.apply({.kind = Kind::set, .name = "bending", .value = -1}), "bending must be");
  EXPECT_EQ(run.simulation().model().pieces.front().material.bending, 0);
  go_on(run, 3);
}

TEST(LiveScene, RepeatsWhatTheHandDid) {
  LiveRun run(hanging());
  run.apply({.kind = Kind::set, .name = "bending", .value = 1e-5});
  go_on(run, 20);
  const Vec3 from = place(run, kFree);
  run.apply({.kind = Kind::grab, .index = kFree, .at = from});
  run.apply({.kind = Kind::move, .at = from + Vec3(0.03, 0.08, 0.03)});
  run.apply({.kind = Kind::obstacle, .index = 0, .at = {0.3, -0.2, 0.1}});
  go_on(run, 60);
  const Points led = run.simulation().state().x;
  const io::Scene scene = io::parse_scene(scene_text(run.story()), "saved.yaml");
  EXPECT_EQ(scene.cloths[0].material.bending, 1e-5);
  ASSERT_EQ(scene.grasps.size(), 3u);
  EXPECT_EQ(scene.grasps.back().nodes, std::vector<int>{kFree});
  Simulation again = io::make_simulation(scene);
  while (again.state().time < run.simulation().state().time - 1e-9) (void)again.step();
  const double off = (again.state().x.row(kFree) - led.row(kFree)).norm();
  EXPECT_LT(off, 0.002);  // [m] the node that was led went the same way
  EXPECT_LT((again.obstacles().front().path(0.8).translation - Vec3(0.3, -0.2, 0.1)).norm(), 1e-6);
}

/// Every way of holding and moving: grasps that begin and end, a name as the saved ones have, a turning and a
/// swinging obstacle, and one of a file beside the scene.
io::Scene busy(const std::string& folder) {
  std::ofstream(folder + "/prism.obj") << "v 0 0 0\nv .1 0 0\nv 0 .1 0\nv 0 0 .1\n"
                                          "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  return io::parse_scene(
      "cloth:\n"
      "  mesh: {rectangle: {size: [0.3, 0.3], nodes: [5, 5]}}\n"
      "  pose: {rotate_deg: [90, 0, 0]}\n"
      "  material: {preset: cotton_fast}\n"
      "grasps:\n  - {nodes: [20], until: 1}\n  - {name: hand1, nodes: [24, 23]}\n"
      "  - {nodes: [2, 3], from: 0.3, until: 0.9}\n  - {nodes: [2], from: 1.5}\n"
      "obstacles:\n"
      "  - {name: ball, sphere: {radius: 0.04}, pose: {translate: [0.15, -0.2, 0.1]}, friction: 0.2,\n"
      "     motion: {sine: {direction: [0, 0, 1], amplitude: 0.1, frequency: 1}}}\n"
      "  - {name: bar, box: {size: [0.1, 0.05, 0.02]}, motion: {keyframes: {times: [0, 1], poses: [\n"
      "      {translate: [0.1, 0.3, 0]}, {translate: [0.2, 0.3, 0], rotate_deg: [0, 0, 90]}]}}}\n"
      "  - {mesh: {file: prism.obj}, pose: {translate: [0.5, 0.5, -0.4]}}\n"
      "time: {duration: 1, step: 0.02}\n",
      folder + "/busy.yaml");
}

/// Something that a viewer may ask at any time.
LiveCommand any_command(std::mt19937& random) {
  static constexpr std::array kKinds{Kind::grab, Kind::grab,     Kind::move,     Kind::move, Kind::release,
                                     Kind::drop, Kind::obstacle, Kind::obstacle, Kind::set,  Kind::reset};
  static constexpr std::array kNames{"bending", "virtual_mass", "damping", "friction"};
  const auto below = [&](std::size_t count) { return random() % count; };
  std::uniform_real_distribution<double> somewhere(-0.3, 0.6), any_size(-9, 4);
  LiveCommand command{.kind = kKinds[below(kKinds.size() - (below(10) > 0 ? 1 : 0))]};  // resets are rare
  command.index = static_cast<int>(below(command.kind == Kind::obstacle ? 3 : 25));
  command.at = {somewhere(random), somewhere(random), somewhere(random)};
  command.name = kNames[below(kNames.size())];
  command.value = std::pow(10, any_size(random));
  return command;
}

/// Where the obstacles were after a step.
struct Seen {
  double time;
  std::vector<RigidPose> obstacles;
};

TEST(LiveScene, WhateverHandsDidItLoadsAnywhereAndObstaclesGoTheSameWay) {
  const test::TemporaryFolder folder;
  std::mt19937 random(5);
  for (int trial = 0; trial < 20; ++trial) {
    LiveRun run(busy(folder / ""));
    std::vector<Seen> seen;
    for (int k = 0; k < 120; ++k) {
      for (std::size_t commands = random() % 3; commands > 0 && random() % 4 == 0; --commands) {
        const LiveCommand command = any_command(random);
        if (command.kind == Kind::reset) seen.clear();
        try {
          run.apply(command);
        } catch (const InputError&) {  // a value out of range
        }
      }
      (void)run.step();
      const Simulation& now = run.simulation();
      seen.push_back({now.state().time, {}});
      for (const Obstacle& obstacle : now.obstacles())
        seen.back().obstacles.push_back(obstacle.path(now.state().time));
    }
    SCOPED_TRACE(trial);
    const std::string text = scene_text(run.story());
    io::Scene scene;
    ASSERT_NO_THROW(scene = io::parse_scene(text, "/elsewhere/saved.yaml")) << text;
    EXPECT_EQ(scene.cloths[0].material, run.scene().cloths[0].material);
    EXPECT_GE(scene.time.duration, run.simulation().state().time);
    const std::vector<Obstacle> obstacles = io::make_obstacles(scene);
    for (const Seen& moment : seen) {
      for (std::size_t i = 0; i < obstacles.size(); ++i) {
        const RigidPose pose = obstacles[i].path(moment.time), was = moment.obstacles[i];
        EXPECT_LT((pose.translation - was.translation).norm(), 2e-9) << i << " at " << moment.time;  // [m]
        EXPECT_LT(pose.rotation.angularDistance(was.rotation), 1e-7) << i << " at " << moment.time;
      }
    }
    Simulation again = io::make_simulation(scene);
    for (int k = 0; k < 5; ++k) (void)again.step();
    EXPECT_TRUE(again.state().x.allFinite());
  }
}

TEST(LiveScene, OfAHandThatPullsFromTheStartBeginsWhereTheNodeIs) {
  LiveRun run(hanging());
  const Vec3 start = place(run, kFree);
  run.apply({.kind = Kind::grab, .index = kFree, .at = start});
  run.apply({.kind = Kind::move, .at = start + Vec3(0, 2, 0)});
  go_on(run, 5);
  const Simulation again = io::make_simulation(io::parse_scene(scene_text(run.story()), "saved.yaml"));
  EXPECT_LT((again.grasps().back().motion.path(0).translation - start).norm(), 2e-9);  // [m]
}

TEST(LiveScene, IsWrittenAgainFromWhatWasSaved) {
  LiveRun run(hanging());
  run.apply({.kind = Kind::grab, .index = kHeld, .at = place(run, kHeld)});  // before the first step
  go_on(run, 5);
  LiveRun again(io::parse_scene(scene_text(run.story()), "saved.yaml"));
  go_on(again, 20);
  again.apply({.kind = Kind::grab, .index = kFree, .at = place(again, kFree)});
  go_on(again, 5);
  const io::Scene scene = io::parse_scene(scene_text(again.story()), "saved.yaml");
  ASSERT_EQ(scene.grasps.size(), 3u);  // the gripper that was taken before it ever held is a hand's now
  EXPECT_EQ(scene.grasps[0].name, "right");
  EXPECT_EQ(scene.grasps[1].name, "hand1");
  EXPECT_EQ(scene.grasps[2].name, "hand2");
}

TEST(LiveStory, StaysBoundedAndReachesFromTheStartToThePresentHoweverLongHandsMove) {
  LiveStory story;
  story.obstacles.resize(2);
  constexpr double kStep = 0.01;  // [s]
  for (int k = 1; k <= 200'000; ++k) {
    story.time = k * kStep;
    if (k % 50 == 1) story.take({1}, Vec3(0, 0, 0));
    story.hands.back().way.add(story.time, {.translation = Vec3(k, 0, 0) * 1e-3}, story.interval);
    story.obstacles[1].add(story.time, {.translation = Vec3(0, k, 0) * 1e-3}, story.interval);
    story.bound();
  }
  const SampledPath& way = story.obstacles[1];
  std::size_t samples = way.times.size();
  for (const HandPath& hand : story.hands) samples += hand.way.times.size();
  EXPECT_LE(samples, LiveStory::kMostSamples);
  EXPECT_GT(way.times.size(), 1000u);
  EXPECT_EQ(story.hands.size(), LiveStory::kMostHands);
  EXPECT_EQ(way.times.front(), kStep);
  EXPECT_EQ(way.times.back(), story.time);
  for (std::size_t k = 1; k < way.times.size(); ++k) {
    EXPECT_GT(way.times[k], way.times[k - 1]);
    EXPECT_LE(way.times[k], way.times[k - 1] + 2 * story.interval);
  }
}

TEST(LiveCommand, IsReadStrictly) {
  EXPECT_EQ(parse_command(R"({"do":"grab","node":4,"at":[1,2,3]})").at, Vec3(1, 2, 3));
  EXPECT_TRUE(parse_command(R"({"do":"pause","on":true})").on);
  EXPECT_EQ(parse_command(R"({"do":"set","name":"bending","value":0.5})").value, 0.5);
  for (const char* bad :
       {"", "{", "[]", "7", "{}", R"({"do":7})", R"({"do":"fly"})", R"({"do":"grab"})",
        R"({"do":"grab","node":"a","at":[0,0,0]})", R"({"do":"grab","node":1e99,"at":[0,0,0]})",
        R"({"do":"move","at":[0,0]})", R"({"do":"move","at":[0,0,null]})",
        R"({"do":"move","at":[0,0,1e300]})", R"({"do":"pause","on":1})"})
    EXPECT_THROW(parse_command(bad), InputError) << bad;
}

}  // namespace
}  // namespace isocloth::cli
