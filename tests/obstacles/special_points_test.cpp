/// Points where a distance has no gradient, where a rounding decides, or where a square over- or underflows.

#include <gtest/gtest.h>

#include "obstacles/solids.hpp"

namespace isocloth {
namespace {

/// Combinations of coordinates that lie on axes, in the middle, on faces, edges and corners of the solids of
/// this test, and at the ends of the numbers.
std::vector<Vec3> special_points() {
  std::vector<double> values{0, -0.0, 0.1, 0.2, 0.3, -0.3, 0.05, 1e-17, -1e-300, 5e-324, 1e160, -1e300};
  std::vector<Vec3> points;
  for (const double x : values)
    for (const double y : values)
      for (const double z : values) points.emplace_back(x, y, z);
  return points;
}

TEST(SpecialPoints, GiveFiniteDistancesAndUnitNormals) {
  for (const test::Solid& solid : test::all_solids())
    for (const Vec3& p : special_points()) {
      const SignedDistance at = solid.shape->distance_to(p);
      EXPECT_TRUE(std::isfinite(at.distance)) << solid.name << " " << p.transpose();
      EXPECT_NEAR(at.normal.norm(), 1, 1e-15) << solid.name << " " << p.transpose();
    }
}

TEST(SpecialPoints, AreLeftAlongTheNormalWhereverTheyAre) {
  for (const test::Solid& solid : test::all_solids())
    for (const Vec3& p : special_points()) {
      if (p.cwiseAbs().maxCoeff() > 1) continue;
      // out of the solid by a millimetre: never less than a millimetre away from the surface that was nearest
      const SignedDistance at = solid.shape->distance_to(p);
      if (solid.name == "torus" && at.distance > 0.15)
        continue;  // from its axis one comes nearer to the other side
      const Vec3 out = p + (std::max(0.0, -at.distance) + 1e-3) * at.normal;
      EXPECT_NEAR(solid.shape->distance_to(out).distance, std::max(0.0, at.distance) + 1e-3, 1e-14)
          << solid.name << " " << p.transpose();
    }
}

TEST(SpecialPoints, TiesGoInAFixedOrder) {
  EXPECT_EQ(make_box(Vec3(2, 2, 2))->distance_to(Vec3::Zero()).normal, Vec3::UnitX());
  EXPECT_EQ(make_box(Vec3(3, 2, 2))->distance_to(Vec3::Zero()).normal, Vec3::UnitY());
  EXPECT_EQ(make_box(Vec3(2, 2, 2))->distance_to(Vec3(0.2, -0.5, 0.5)).normal, -Vec3::UnitY());
  EXPECT_EQ(make_cylinder(1, 2)->distance_to(Vec3::Zero()).normal, Vec3::UnitX());
  EXPECT_EQ(make_cylinder(2, 2)->distance_to(Vec3::Zero()).normal, Vec3::UnitZ());
  EXPECT_EQ(make_capsule(1, 2)->distance_to(Vec3(0, 0, 0.5)).normal, Vec3::UnitX());
  EXPECT_EQ(make_sphere(1)->distance_to(Vec3::Zero()).normal, Vec3::UnitZ());
  EXPECT_EQ(make_torus(2, 1)->distance_to(Vec3::Zero()).normal, -Vec3::UnitX());
  EXPECT_EQ(make_torus(2, 1)->distance_to(Vec3(0, 2, 0)).normal, Vec3::UnitZ());
}

TEST(SpecialPoints, OnTheSurfaceHaveTheNormalOfTheSurface) {
  const auto expect_on = [](const std::shared_ptr<const Shape>& shape, const Vec3& p, const Vec3& normal) {
    EXPECT_NEAR(shape->distance_to(p).distance, 0, 1e-16);
    EXPECT_LE((shape->distance_to(p).normal - normal).norm(), 1e-15) << p.transpose();
  };
  const auto box = make_box(Vec3(1, 2, 3)), rounded = make_box(Vec3(1, 2, 3), 0.25);
  for (const auto& shape : {box, rounded})
    for (int a = 0; a < 3; ++a)
      for (const double side : {-1.0, 1.0})
        expect_on(shape, side * (a + 1) / 2 * Vec3::Unit(a), side * Vec3::Unit(a));
  const Vec3 slope = Vec3(1, 0, -1).normalized();
  expect_on(rounded, Vec3(0.25, 0, -1.25) + 0.25 * slope, slope);
  expect_on(make_cylinder(1, 4), Vec3(0, -1, 1), -Vec3::UnitY());
  expect_on(make_cylinder(1, 4), Vec3(0.5, 0, -2), -Vec3::UnitZ());
  expect_on(make_cylinder(1, 4, 0.5), Vec3(0, 0.5, 1.5) + 0.5 * Vec3(0, 0.6, 0.8), Vec3(0, 0.6, 0.8));
  expect_on(make_capsule(1, 4), Vec3(0, 0, 3), Vec3::UnitZ());
  expect_on(make_torus(2, 1), Vec3(-1, 0, 0), Vec3::UnitX());
  expect_on(make_torus(2, 1), Vec3(0, 2, -1), -Vec3::UnitZ());
}

TEST(SpecialPoints, JustOutsideAnEdgeTheNormalComesFromTheEdge) {
  const Vec3 slope = Vec3(3, 4, 0) / 5;
  for (const double away : {1e-3, 1e-10}) {  // [m]
    // the coordinates are rounded to 1e-16 m, so a direction over `away` is known to 1e-16 / away
    const SignedDistance at = make_box(Vec3(1, 1, 1))->distance_to(Vec3(0.5, 0.5, 0.1) + away * slope);
    EXPECT_NEAR(at.distance, away, 2e-16);
    EXPECT_LE((at.normal - slope).norm(), 4e-16 / away);
  }
  const SignedDistance rim = make_cylinder(1, 2)->distance_to(Vec3(0, -1.3, -1.4));
  EXPECT_NEAR(rim.distance, 0.5, 1e-15);
  EXPECT_LE((rim.normal - Vec3(0, -0.6, -0.8)).norm(), 1e-15);
}

}  // namespace
}  // namespace isocloth
