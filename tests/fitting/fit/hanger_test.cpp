#include <gtest/gtest.h>

#include <random>

#include "fitting/fit/hanger.hpp"

namespace isocloth::fitting::test {
namespace {

RigidPose tool_at(double t) {
  RigidPose pose;
  pose.rotation = Eigen::AngleAxisd(0.15 * std::sin(1.3 * t), Vec3::UnitX());
  pose.translation = {0.3 * std::sin(t), 0.2 * std::sin(1.7 * t), 0.2 * std::sin(2.3 * t)};
  return pose;
}

/// Two nodes carried by a tool, seen late by a camera that is turned about the tool's mean place; one slips
/// now and then.
Recording carried_pair(double latency, const Vec3& turn, const Vec3& left, const Vec3& right) {
  Recording recording;
  recording.name = "pair";
  recording.held = {0, 1};
  recording.grid = {.rows = 1, .columns = 2, .times = {}, .positions = {}, .remarks = {}};
  recording.tool.emplace();
  const Eigen::Matrix3d q = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix();
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 0.002);
  for (int k = 0; k < 600; ++k) {
    const double t = 0.02 * k;
    recording.tool->times.push_back(t);
    recording.tool->poses.push_back(tool_at(t));
    if (k < 40 || k % 3 != 0) continue;
    Points x(2, 3);
    x.row(0) = (q * tool_at(t - latency).to_world(left)).transpose();
    x.row(1) = (q * tool_at(t - latency).to_world(right)).transpose();
    for (Eigen::Index i = 0; i < x.size(); ++i) x.data()[i] += noise(random);
    if (k % 21 == 0) x(1, 0) -= 0.05;  // slips inwards
    recording.grid.times.push_back(t);
    recording.grid.positions.push_back(x);
  }
  return recording;
}

TEST(Hanger, FindsLatencyOffsetsAndTheCamerasTurn) {
  const Vec3 left(-0.15, 0.01, -0.12), right(0.14, 0.0, -0.13), turn(0.01, 0.06, -0.02);
  const Recording recording = carried_pair(0.32, turn, left, right);
  const std::array parts{RecordingPart{&recording, 100.0}};
  const Hanger hanger = calibrate_hanger(parts, {.turn_camera = true});
  EXPECT_NEAR(hanger.latency, 0.32, 0.006);
  EXPECT_LT((hanger.camera_turn - turn).norm(), 0.01) << hanger.camera_turn.transpose();
  EXPECT_NEAR((hanger.offsets[1] - hanger.offsets[0]).norm(), (right - left).norm(), 0.003);
  EXPECT_LT(hanger.scatter, 0.012);
  // in the robot's frame, the nodes are where the tool carries them
  const Points x = hanger.in_robot_frame(recording.grid.positions[50]);
  const Vec3 wanted =
      carried_motion(*recording.tool, hanger, 0, Vec3::Zero()).path(recording.grid.times[50]).translation;
  EXPECT_LT((x.row(0).transpose() - wanted).norm(), 0.015);
}

TEST(Hanger, HoldsCornersAsFarApartAsAsked) {
  const Recording recording = carried_pair(0.1, {0, 0, 1e-9}, {-0.14, 0, -0.1}, {0.14, 0, -0.1});
  const std::array parts{RecordingPart{&recording, 100.0}};
  const Hanger hanger = calibrate_hanger(parts, {.latency = 0.1, .span = 0.3});
  EXPECT_NEAR((hanger.offsets[1] - hanger.offsets[0]).norm(), 0.3, 1e-12);
  EXPECT_NEAR(hanger.measured_span, 0.28, 0.002);
}

}  // namespace
}  // namespace isocloth::fitting::test
