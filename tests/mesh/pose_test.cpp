#include "isocloth/mesh/pose.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "support/refusal.hpp"

namespace isocloth {
namespace {

Points one(double x, double y, double z) {
  Points points(1, 3);
  points << x, y, z;
  return points;
}

TEST(Pose, QuarterTurnsAreExact) {
  EXPECT_EQ((Pose{Vec3(90, 0, 0), Vec3(0, 0, 1)}.apply(one(0.3, 0.4, 0))), one(0.3, 0, 1.4));
  EXPECT_EQ((Pose{Vec3(0, 90, 0), Vec3::Zero()}.apply(one(1, 2, 3))), one(3, 2, -1));
  EXPECT_EQ((Pose{Vec3(0, 0, 90), Vec3::Zero()}.apply(one(1, 2, 3))), one(-2, 1, 3));
  EXPECT_EQ((Pose{Vec3(0, 0, -270), Vec3::Zero()}.apply(one(1, 2, 3))), one(-2, 1, 3));
  EXPECT_EQ((Pose{Vec3(360, 720, -1080), Vec3::Zero()}.apply(one(1, 2, 3))), one(1, 2, 3));
}

TEST(Pose, TurnsAboutXThenYThenZ) {
  EXPECT_EQ((Pose{Vec3(90, 90, 0), Vec3::Zero()}.apply(one(0, 1, 0))), one(1, 0, 0));   // y → z → x
  EXPECT_EQ((Pose{Vec3(90, 90, 90), Vec3::Zero()}.apply(one(0, 1, 0))), one(0, 1, 0));  // y → z → x → y
}

TEST(Pose, RotationIsOrthogonalAndMatchesTheUsualFormula) {
  const double degree = 3.14159265358979323846 / 180;
  const Eigen::Matrix3d r = Pose{Vec3(0, 0, 33), Vec3::Zero()}.rotation();
  EXPECT_NEAR(r(0, 0), std::cos(33 * degree), 1e-15);  // a few roundings of numbers below 1
  EXPECT_NEAR(r(1, 0), std::sin(33 * degree), 1e-15);
  const Eigen::Matrix3d any = Pose{Vec3(12, -200, 77.7), Vec3::Zero()}.rotation();
  EXPECT_LE((any * any.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_NEAR(any.determinant(), 1, 1e-15);
}

TEST(Pose, RefusesWhatIsNotFinite) {
  EXPECT_REFUSES((Pose{Vec3(0, NAN, 0), Vec3::Zero()}.apply(one(0, 0, 0))), "rotate_deg about y");
  EXPECT_REFUSES((Pose{Vec3::Zero(), Vec3(0, 0, INFINITY)}.apply(one(0, 0, 0))), "translate along z");
}

}  // namespace
}  // namespace isocloth
