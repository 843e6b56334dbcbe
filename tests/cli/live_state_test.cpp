#include "view/live_state.hpp"

#include <gtest/gtest.h>

#include "io/scene/read_scene.hpp"
#include "isocloth/core/require.hpp"
#include "view/live_engine.hpp"
#include "view/live_message.hpp"
#include "view/live_scene.hpp"

namespace isocloth::cli {
namespace {

using Kind = LiveCommand::Kind;

io::Scene hanging(const std::string& name, int nodes = 5) {
  io::Scene scene = io::parse_scene(
      "cloth:\n  mesh: {rectangle: {size: [0.3, 0.3], nodes: [" + std::to_string(nodes) + ", 5]}}\n" +
          "  pose: {rotate_deg: [90, 0, 0]}\n  material: {density: 0.3, damping: 1}\n"
          "grasps:\n  - {name: left, nodes: top_left}\n  - {name: right, nodes: top_right}\n"
          "obstacles:\n  - {name: ball, sphere: {radius: 0.04}, pose: {translate: [0.15, -0.2, 0.1]}}\n"
          "time: {duration: 1}\n",
      name + ".yaml");
  scene.name = name;
  return scene;
}

void go_on(LiveRun& run, int steps) {
  for (int k = 0; k < steps; ++k) EXPECT_EQ(run.step().status, StepStatus::converged) << k;
}

/// A run whose gripper was led away, whose ball was pushed, and whose material was changed.
LiveRun played() {
  LiveRun run(hanging("a"));
  go_on(run, 10);
  run.apply({.kind = Kind::grab, .index = 20, .at = Vec3(0, 0, 0.3)});
  run.apply({.kind = Kind::move, .at = Vec3(0.05, 0.02, 0.28)});
  run.apply({.kind = Kind::obstacle, .index = 0, .at = Vec3(0.15, -0.1, 0.1)});
  run.apply({.kind = Kind::set, .name = "bending", .value = 1.0 / 30000});
  go_on(run, 10);
  run.apply({.kind = Kind::release});
  go_on(run, 1);
  return run;
}

TEST(LiveState, ARunGoesOnFromItsLinkBitByBit) {
  LiveRun run = played();
  LiveRun other(hanging("a"));
  restore_state(state_bytes(run), other);
  EXPECT_EQ(other.scene().cloths.front().material.bending, 1.0 / 30000);
  EXPECT_EQ(other.held_nodes(), run.held_nodes());
  for (int k = 0; k < 20; ++k) {
    go_on(run, 1);
    go_on(other, 1);
    ASSERT_EQ(run.simulation().state().x, other.simulation().state().x) << k;
  }
}

TEST(LiveState, ALinkThatWasCutOrChangedIsBroken) {
  const LiveRun run = played();
  const std::string bytes = state_bytes(run);
  LiveRun other(hanging("a"));
  const Points before = other.simulation().state().x;
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{7}, std::size_t{40}, bytes.size() / 2, bytes.size() - 1})
    EXPECT_THROW(restore_state(bytes.substr(0, length), other), InputError) << length;
  for (std::size_t at = 0; at < bytes.size(); at += 97) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    EXPECT_THROW(restore_state(changed, other), InputError) << at;
  }
  EXPECT_EQ(other.simulation().state().x, before);
}

TEST(LiveState, ALinkOfAnotherSceneOrClothIsRefused) {
  const std::string bytes = state_bytes(played());
  LiveRun other_name(hanging("b")), other_cloth(hanging("a", 6));
  EXPECT_THROW(restore_state(bytes, other_name), InputError);
  EXPECT_THROW(restore_state(bytes, other_cloth), InputError);
}

TEST(LiveState, ARunFromALinkHasNoSceneUntilItIsReset) {
  LiveRun run(hanging("a"));
  restore_state(state_bytes(played()), run);
  EXPECT_THROW(scene_text(run.story()), InputError);
  run.apply({.kind = Kind::reset});
  EXPECT_NO_THROW(scene_text(run.story()));
}

TEST(LiveEngine, SaysWhatCannotBeDoneAndWhatChanged) {
  std::vector<std::string> told;
  int frames = 0;
  LiveEngine engine(hanging("a"), {.publish = [&](const std::string&) { ++frames; },
                                   .tell = [&](const std::string& text) { told.push_back(text); }});
  engine.obey({.kind = Kind::grab, .index = 10'000});
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].find("no node"), std::string::npos);
  engine.obey({.kind = Kind::pause, .on = true});
  EXPECT_GT(frames, 0);
  engine.obey({.kind = Kind::step});
  const double before = engine.run().simulation().state().time;
  EXPECT_GT(engine.advance(), 0);
  EXPECT_GT(engine.run().simulation().state().time, before);
  EXPECT_GT(engine.advance(), 0);  // paused: no further step
  const std::string saved = engine.save();
  engine.obey({.kind = Kind::reset});
  engine.restore(saved);
  EXPECT_GT(engine.run().simulation().state().time, before);
}

}  // namespace
}  // namespace isocloth::cli
