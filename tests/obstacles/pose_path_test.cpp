#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "isocloth/obstacles/rigid_pose.hpp"
#include "support/count_allocations.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

constexpr double kPi = std::numbers::pi;

/// A few roundings of coordinates below 10 m [m].
constexpr double kPoseRounding = 1e-14;

RigidPose turned_about_z(double angle, const Vec3& translation = Vec3::Zero()) {
  return {Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3::UnitZ())), translation};
}

TEST(RigidPose, IsThatOfTheMesh) {
  std::mt19937 rng(1);
  std::uniform_real_distribution<double> angle(-400, 400), coordinate(-5, 5);
  for (int k = 0; k < 100; ++k) {
    const Pose pose{Vec3(angle(rng), angle(rng), angle(rng)), Vec3(coordinate(rng), 1, 2)};
    Points p(1, 3);
    p << coordinate(rng), coordinate(rng), coordinate(rng);
    const Vec3 own = p.row(0), world = pose.apply(p).row(0);
    EXPECT_LE((rigid_pose(pose).to_world(own) - world).norm(), kPoseRounding);
    EXPECT_LE((rigid_pose(pose).to_own(world) - own).norm(), kPoseRounding);
  }
}

TEST(RigidPose, RefusesWhatIsNotFinite) {
  EXPECT_REFUSES((rigid_pose(Pose{Vec3(0, NAN, 0), Vec3::Zero()})), "rotate_deg about y must be finite");
  EXPECT_REFUSES((rigid_pose(Pose{Vec3::Zero(), Vec3(0, 0, INFINITY)})), "translate along z must be finite");
}

TEST(FixedPose, Stays) {
  const PosePath path = fixed_pose(turned_about_z(kPi / 2, Vec3(1, 0, 0)));
  for (const double t : {-1.0, 0.0, 1e9})
    EXPECT_LE((path(t).to_world(Vec3(1, 0, 0)) - Vec3(1, 1, 0)).norm(), kPoseRounding);
}

TEST(FixedPose, RefusesWhatIsNoPose) {
  EXPECT_REFUSES(fixed_pose({Eigen::Quaterniond(2, 0, 0, 0), Vec3::Zero()}), "length 1, got length 2");
  EXPECT_REFUSES(fixed_pose({Eigen::Quaterniond(0, 0, 0, 0), Vec3::Zero()}), "length 1, got length 0");
  EXPECT_REFUSES(fixed_pose({Eigen::Quaterniond(NAN, 0, 0, 1), Vec3::Zero()}), "of length 1");
  for (const double bad : {double(NAN), double(INFINITY), 1e300})
    EXPECT_REFUSES(fixed_pose({Eigen::Quaterniond::Identity(), Vec3(0, bad, 0)}),
                   "translation of a fixed pose must be finite");
}

TEST(SinePose, SwingsFromItsRestPose) {
  const RigidPose rest = turned_about_z(0.3, Vec3(1, 2, 3));
  const PosePath path = sine_pose(rest, Vec3(0, 0, 10), 0.5, 2);  // [m], [Hz]
  EXPECT_EQ(path(0).translation, rest.translation);
  EXPECT_LE((path(0.125).translation - Vec3(1, 2, 3.5)).norm(), kPoseRounding);
  EXPECT_LE((path(0.375).translation - Vec3(1, 2, 2.5)).norm(), kPoseRounding);
  EXPECT_LE(path(0.2).rotation.angularDistance(rest.rotation), 1e-7);  // [rad] acos of nearly 1
  const PosePath late = sine_pose(rest, Vec3(0, 0, 1), 0.5, 2, kPi / 2);
  EXPECT_EQ(late(0).translation, rest.translation);
  EXPECT_LE((late(0.25).translation - Vec3(1, 2, 2)).norm(), kPoseRounding);
}

TEST(SinePose, RefusesWhatIsNotFinite) {
  EXPECT_REFUSES(sine_pose({}, Vec3::Zero(), 1, 1), "direction of a sine path must be finite and not zero");
  EXPECT_REFUSES(sine_pose({}, Vec3(1, NAN, 0), 1, 1), "direction of a sine path");
  EXPECT_REFUSES(sine_pose({}, Vec3::UnitX(), NAN, 1), "amplitude of a sine path");
  EXPECT_REFUSES(sine_pose({}, Vec3::UnitX(), 1, INFINITY), "frequency of a sine path");
  EXPECT_REFUSES(sine_pose({}, Vec3::UnitX(), 1, 1, NAN), "phase of a sine path");
  EXPECT_REFUSES(sine_pose({Eigen::Quaterniond(0, 0, 0, 0), Vec3::Zero()}, Vec3::UnitX(), 1, 1),
                 "rotation of the rest pose of a sine path");
}

TEST(KeyframePose, GoesStraightFromKeyToKeyAndRestsBeforeAndAfter) {
  const PosePath path =
      keyframe_pose({1, 2, 4}, {turned_about_z(0, Vec3(0, 0, 0)), turned_about_z(1, Vec3(1, 0, 0)),
                                turned_about_z(0.5, Vec3(1, 4, 0))});
  const auto expect_at = [&](double t, double angle, const Vec3& translation) {
    EXPECT_LE((path(t).translation - translation).norm(), kPoseRounding) << t;
    EXPECT_LE((path(t).rotation * Vec3::UnitX() - Vec3(std::cos(angle), std::sin(angle), 0)).norm(),
              kPoseRounding)
        << t;
  };
  expect_at(-5, 0, Vec3(0, 0, 0));
  expect_at(1, 0, Vec3(0, 0, 0));
  expect_at(1.25, 0.25, Vec3(0.25, 0, 0));
  expect_at(2, 1, Vec3(1, 0, 0));
  expect_at(3, 0.75, Vec3(1, 2, 0));
  expect_at(4, 0.5, Vec3(1, 4, 0));
  expect_at(99, 0.5, Vec3(1, 4, 0));
}

TEST(KeyframePose, TurnsTheShortWayWhicheverSignTheQuaternionsHave) {
  RigidPose to = turned_about_z(2);
  to.rotation.coeffs() *= -1;
  const PosePath path = keyframe_pose({0, 1}, {turned_about_z(0), to});
  for (const double t : {0.0, 0.1, 0.5, 0.9, 1.0})
    EXPECT_LE((path(t).rotation * Vec3::UnitX() - Vec3(std::cos(2 * t), std::sin(2 * t), 0)).norm(),
              kPoseRounding);
}

TEST(KeyframePose, OfOneKeyStays) {
  const PosePath path = keyframe_pose({3}, {turned_about_z(1, Vec3(1, 2, 3))});
  for (const double t : {0.0, 3.0, 9.0}) EXPECT_EQ(path(t).translation, Vec3(1, 2, 3));
}

TEST(KeyframePose, RefusesKeysWithoutOrder) {
  EXPECT_REFUSES(keyframe_pose({}, {}), "at least one; got 0 times and 0 keys");
  EXPECT_REFUSES(keyframe_pose({0, 1}, {RigidPose{}}), "as many times as keys");
  EXPECT_REFUSES(keyframe_pose({0, 1, 1}, std::vector<RigidPose>(3)), "must increase; they do not at key 2");
  EXPECT_REFUSES(keyframe_pose({0, NAN}, std::vector<RigidPose>(2)),
                 "time of key 1 of a path must be finite");
  EXPECT_REFUSES(keyframe_pose({0, 1}, {RigidPose{}, {Eigen::Quaterniond(0, 0, 0, 0), Vec3::Zero()}}),
                 "rotation of key 1 of a path");
}

TEST(PosePath, AllocatesNothingWhereItIsAsked) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const std::vector<PosePath> paths{fixed_pose({}), sine_pose({}, Vec3::UnitX(), 1, 1),
                                    keyframe_pose({0, 1}, std::vector<RigidPose>(2))};
  const test::CountAllocations here;
  double sum = 0;
  for (const PosePath& path : paths) sum += path(0.3).translation.sum();
  EXPECT_EQ(here.count(), 0);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace isocloth
