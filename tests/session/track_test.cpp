#include "isocloth/session/track.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace isocloth::test {
namespace {

TEST(Track, StandsStillBeforeAndAfterAndGoesStraightBetween) {
  const Track<double> track{1, 3, 0, -8};
  EXPECT_EQ(track.at(0), 0);
  EXPECT_EQ(track.at(1), 0);
  EXPECT_EQ(track.at(1.5), -2);
  EXPECT_EQ(track.at(3), -8);
  EXPECT_EQ(track.at(9), -8);
}

TEST(Track, OfNoDurationIsAtItsEnd) {
  const Track<double> track{1, 1, 0, 1};
  EXPECT_EQ(track.at(1), 1);
}

TEST(Track, OfPosesTurnsEvenlyTheShortWay) {
  const auto about_z = [](double angle) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3::UnitZ()));
  };
  Eigen::Quaterniond quarter = about_z(std::numbers::pi / 2);
  const Track<RigidPose> track{0, 3, {about_z(0), {0, 0, 0}}, {quarter, {0, 0, 3}}};
  for (const int third : {1, 2}) {
    const RigidPose pose = track.at(third);
    EXPECT_LE(pose.rotation.angularDistance(about_z(third * std::numbers::pi / 6)), 1e-7);  // √ε of acos
    EXPECT_NEAR(pose.rotation.norm(), 1, 1e-15);
    EXPECT_EQ(pose.translation, Vec3(0, 0, third));
  }
  quarter.coeffs() *= -1;  // the same turn
  const Track<RigidPose> other{0, 3, {about_z(0), {0, 0, 0}}, {quarter, {0, 0, 3}}};
  EXPECT_LE(other.at(1).rotation.angularDistance(track.at(1).rotation), 1e-7);
}

}  // namespace
}  // namespace isocloth::test
