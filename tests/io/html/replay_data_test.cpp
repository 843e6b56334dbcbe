#include <gtest/gtest.h>

#include "../trajectory/sample_trajectories.hpp"
#include "decode.hpp"
#include "io/html/replay_data.hpp"
#include "isocloth/mesh/generators.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

using isocloth::test::Container;

std::vector<NamedTrajectory> waving(int frames, bool triangles = false) {
  return {{"waving", isocloth::test::waving_sheet(5, 7, frames, triangles)}};
}

/// A ball that moves beside the sheet, pressing on its first node.
void add_ball(Trajectory& trajectory) {
  trajectory.info.obstacles = {{.name = "ball", .friction = 0.3, .surface = make_disc(0.1, 2, 1)}};
  for (Frame& frame : trajectory.frames) {
    frame.obstacle_pose = {{.translation = {frame.time, 0, 0}}};
    frame.obstacle_force = Points::Constant(1, 3, 1.0);
    frame.obstacle_torque = Points::Zero(1, 3);
    frame.contact_force = Points::Zero(frame.x.rows(), 3);
    frame.contact_force(0, 2) = 10 * frame.time;
  }
}

TEST(ReplayData, PositionsComeBackWithinHalfAQuantum) {
  for (const bool triangles : {false, true}) {
    const auto named = waving(20, triangles);
    const Container container(replay_data(named));
    const auto& json = container.text["trajectories"][0];
    const std::vector<double> x = isocloth::test::positions_of(container, json);
    const double quantum = json["quantum"].get<double>();
    EXPECT_LT(quantum, 1e-6);  // [m] for a sheet of 0.42 m
    std::size_t at = 0;
    for (const Frame& frame : named.front().trajectory.frames)
      for (Eigen::Index k = 0; k < frame.x.size(); ++k, ++at)
        ASSERT_NEAR(x[at], frame.x.data()[k], 0.501 * quantum);
    EXPECT_EQ(at, x.size());
  }
}

TEST(ReplayData, ThinsFramesThatComeTooFast) {
  const auto named = waving(51);  // 50 a second
  const auto frames = [&](double fps) {
    const Container container(replay_data(named, {.frames_per_second = fps}));
    return container.text["trajectories"][0]["times"]["count"].get<int>();
  };
  EXPECT_EQ(frames(60), 51);
  EXPECT_EQ(frames(50), 51);
  EXPECT_EQ(frames(25), 26);
  EXPECT_EQ(frames(0.1), 1);
}

TEST(ReplayData, HoldsWhatIsOnlySeenWithoutForcesAndEqualSurfacesOnce) {
  auto named = waving(5);
  Trajectory& trajectory = named.front().trajectory;
  add_ball(trajectory);
  const std::size_t alone = Container(replay_data(named)).arrays.size();
  trajectory.info.obstacles.push_back(trajectory.info.obstacles.front());
  trajectory.info.obstacles.back().seen_only = true;
  trajectory.info.obstacles.back().color = 0xff8000;
  for (Frame& frame : trajectory.frames) {
    frame.obstacle_pose.push_back({.translation = {0, frame.time, 0}});
    frame.obstacle_force = Points::Constant(2, 3, 1.0);
    frame.obstacle_torque = Points::Zero(2, 3);
  }
  const Container container(replay_data(named));
  const auto& obstacles = container.text["trajectories"][0]["obstacles"];
  EXPECT_EQ(obstacles[0]["seenOnly"], false);
  EXPECT_EQ(obstacles[1]["seenOnly"], true);
  EXPECT_EQ(obstacles[1]["color"], 0xff8000);
  EXPECT_FALSE(obstacles[0].contains("color"));
  EXPECT_TRUE(obstacles[0].contains("force"));
  EXPECT_FALSE(obstacles[1].contains("force"));
  EXPECT_EQ(obstacles[0]["x"], obstacles[1]["x"]);
  EXPECT_EQ(container.arrays.size(), alone + sizeof(float) * 7 * 5);  // its poses
}

TEST(ReplayData, HoldsObstaclesForcesAndGrasps) {
  auto named = waving(11);
  add_ball(named.front().trajectory);
  const Container container(replay_data(named));
  const auto& json = container.text["trajectories"][0];
  const auto poses = container.array<float>(json["obstacles"][0]["poses"]);
  ASSERT_EQ(poses.size(), 7u * 11u);
  EXPECT_FLOAT_EQ(poses[7 * 10], 0.2f);
  EXPECT_FLOAT_EQ(poses[6], 1);  // w of the quaternion last
  EXPECT_GT(json["tractions"]["largest"].get<double>(), 0);
  const auto holds = container.array<std::uint8_t>(json["grasps"][0]["holds"]);
  EXPECT_EQ(holds, std::vector<std::uint8_t>(11, 1));
  EXPECT_EQ(json["grasps"][1]["name"], "ri\u00dfght");
  EXPECT_EQ(json["laplacian"]["nodes"]["count"].get<int>(), 3 * 5);  // the interior nodes
}

TEST(ReplayData, ACrumpledOrFlatOrSingleFrameIsFine) {
  auto named = waving(1);
  EXPECT_FALSE(replay_data(named).empty());
  named.front().trajectory.frames.front().x.setConstant(3);  // all nodes in one place
  const Container container(replay_data(named));
  EXPECT_EQ(isocloth::test::positions_of(container, container.text["trajectories"][0]).front(), 3);
}

TEST(ReplayData, SeveralTrajectoriesOfDifferentMeshesLieSideBySide) {
  auto named = waving(3);
  named.push_back({"fine", isocloth::test::waving_sheet(9, 9, 5, true)});
  const Container container(replay_data(named, {.side_by_side = true, .color = "area"}));
  EXPECT_EQ(container.text["trajectories"].size(), 2u);
  EXPECT_EQ(container.text["title"], "waving · fine");
  EXPECT_TRUE(container.text["sideBySide"].get<bool>());
}

TEST(ReplayData, RefusesWhatCannotBeShown) {
  EXPECT_REFUSES(replay_data({}), "needs a trajectory");
  auto named = waving(2);
  EXPECT_REFUSES(replay_data(named, {.frames_per_second = 0}), "frames_per_second must be > 0");
  EXPECT_REFUSES(replay_data(named, {.color = "taste"}), "no colour \"taste\"; use area, stretch");
  EXPECT_REFUSES(replay_data(named, {.theme = "pink"}), "no theme \"pink\"; use dark or light");
  named.front().trajectory.frames.back().x(0, 0) = NAN;
  EXPECT_REFUSES(replay_data(named), "waving: a frame has positions that are not finite");
  named.front().trajectory.frames.clear();
  EXPECT_REFUSES(replay_data(named), "waving: has no frames");
}

}  // namespace
}  // namespace isocloth::io
