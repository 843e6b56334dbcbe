#include "io/camera/sight.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "isocloth/mesh/generators.hpp"
#include "isocloth/obstacles/shapes.hpp"
#include "support/refusal.hpp"

namespace isocloth::io {
namespace {

/// Depth is kept in single precision: half a unit in the last place at 1 to 2 m [m].
constexpr double kSingle = 6e-8;

/// From (0.1, −1, 0.2), looking along +y: x right, z up.
Pinhole camera_at_a_metre() {
  Pinhole camera;
  camera.pose.translation = Vec3(0.1, -1, 0.2);
  camera.pose.rotation = Eigen::AngleAxisd(-M_PI / 2, Vec3::UnitX());
  return camera;
}

/// Depth at which a ray of the world meets a triangle; infinite where it does not. [Möller & Trumbore 1997]
double exact_depth(const Vec3& from, const Vec3& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 u = b - a, v = c - a, across = ray.cross(v), off = from - a;
  const double volume = u.dot(across);
  const double s = off.dot(across) / volume, t = ray.dot(off.cross(u)) / volume;
  const bool inside = s >= 0 && t >= 0 && s + t <= 1;
  return inside ? v.dot(off.cross(u)) / volume : INFINITY;
}

Mesh wavy_sheet() {
  Mesh mesh = make_rectangle({0.6, 0.6}, {17, 17});
  for (int i = 0; i < mesh.node_count(); ++i) {
    const Vec3 p = mesh.x.row(i);
    mesh.x.row(i) << p.x() - 0.2, 0.1 * std::sin(9 * p.x()) + 0.05 * std::cos(11 * p.y()), p.y() - 0.1;
  }
  return mesh;
}

TEST(Sight, DepthOfElementsIsThatOfExactRays) {
  const Mesh mesh = wavy_sheet();
  Sight sight(camera_at_a_metre());
  draw_elements(mesh.x, mesh.elements, {}, 3, sight);
  int met = 0;
  for (int y = 0; y < sight.camera.height; y += 7)
    for (int x = 0; x < sight.camera.width; x += 7) {
      const Vec3 ray = sight.camera.pose.rotation * sight.camera.ray(x + 0.5, y + 0.5);
      double first = INFINITY;
      for (const auto& [a, b, c, d] : mesh.elements) {
        const auto at = [&](int node) { return Vec3(mesh.x.row(node)); };
        first = std::min(first, exact_depth(sight.camera.pose.translation, ray, at(a), at(b), at(c)));
        first = std::min(first, exact_depth(sight.camera.pose.translation, ray, at(a), at(c), at(d)));
      }
      const double depth = static_cast<double>(sight.depth[sight.index(x, y)]);
      EXPECT_EQ(sight.label[sight.index(x, y)], std::isfinite(first) ? 3 : kNothing) << x << " " << y;
      if (!std::isfinite(first)) continue;
      EXPECT_NEAR(depth, first, 2 * kSingle) << x << " " << y;
      ++met;
    }
  EXPECT_GT(met, 800);
}

TEST(Sight, RoundSolidsAreSeenWhereTheirDistanceIsZero) {
  const RigidPose pose{Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized())),
                       Vec3(0.1, 0.1, 0.25)};
  for (const auto& shape :
       {make_sphere(0.15), make_capsule(0.1, 0.3), make_cylinder(0.1, 0.3, 0.01),
        make_box({0.2, 0.3, 0.1}, 0.01), make_torus(0.15, 0.05), make_ellipsoid({0.2, 0.1, 0.15})}) {
    Sight sight(camera_at_a_metre());
    draw_solid(*shape, pose, {}, 0, sight);
    int seen = 0, grazed = 0;
    for (int y = 0; y < sight.camera.height; ++y)
      for (int x = 0; x < sight.camera.width; ++x) {
        const std::size_t at = sight.index(x, y);
        if (sight.label[at] != 0) continue;
        const Vec3 ray = sight.camera.pose.rotation * sight.camera.ray(x + 0.5, y + 0.5);
        const Vec3 point = sight.camera.pose.translation + static_cast<double>(sight.depth[at]) * ray;
        const double off = std::abs(shape->distance_to(pose.to_own(point)).distance);
        EXPECT_LE(off, 1e-3);  // where a ray only grazes, no worse than the flat pieces
        ++seen;
        if (off > 1e-4) ++grazed;
      }
    EXPECT_GT(seen, 3000);
    EXPECT_LE(grazed, seen / 200);
  }
}

TEST(Sight, AHalfSpaceIsSeenToTheHorizonAndFromInsideNothingIs) {
  Sight sight(camera_at_a_metre());
  draw_solid(*make_half_space(Vec3::Zero(), Vec3::UnitZ()), {}, {}, 0, sight);
  const double height = 0.2;  // of the camera, above the plane [m]
  for (int y = 0; y < sight.camera.height; y += 5) {
    const double slope = sight.camera.ray(0.5, y + 0.5).y();
    const double depth = static_cast<double>(sight.depth[sight.index(100, y)]);
    if (slope > 0)
      EXPECT_NEAR(depth, height / slope, 1e-6 * height / slope);
    else
      EXPECT_TRUE(std::isinf(depth));
  }
  Sight within(camera_at_a_metre());
  draw_solid(*make_sphere(5), {}, {}, 0, within);
  EXPECT_EQ(within.label[0], kNothing);
}

TEST(Sight, WhatIsNearerHidesWhatIsBehindWhateverComesFirst) {
  const Mesh mesh = wavy_sheet();
  const RigidPose ball{Eigen::Quaterniond::Identity(), Vec3(0.1, -0.4, 0.2)};
  Sight one(camera_at_a_metre()), other(camera_at_a_metre());
  draw_elements(mesh.x, mesh.elements, {}, 0, one);
  draw_solid(*make_sphere(0.05), ball, {}, 1, one);
  draw_solid(*make_sphere(0.05), ball, {}, 1, other);
  draw_elements(mesh.x, mesh.elements, {}, 0, other);
  EXPECT_EQ(one.depth, other.depth);
  EXPECT_EQ(one.label, other.label);
  const std::vector<int> seen = visible_nodes(mesh.x, mesh.elements, 0, one);
  for (const int node : seen) {  // none within the ball's outline, less a pixel
    const Vec3 at = one.camera.project(mesh.x.row(node));
    EXPECT_GT(std::hypot(at.x() - 320, at.y() - 240), 525 * 0.05 / 0.6 - 2) << node;
  }
  Sight without(camera_at_a_metre());
  draw_elements(mesh.x, mesh.elements, {}, 0, without);
  EXPECT_GT(visible_nodes(mesh.x, mesh.elements, 0, without).size(), seen.size() + 3);
}

TEST(Sight, TrianglesThatReachBehindTheCameraAreSeenInFrontOfIt) {
  Points x(4, 3);
  x << -5, -5, 0, 5, -5, 0, 5, 5, 0, -5, 5, 0;  // below the camera and all around it
  Sight sight(camera_at_a_metre());
  draw_elements(x, {{0, 1, 2, 3}}, {}, 0, sight);
  EXPECT_NEAR(static_cast<double>(sight.depth[sight.index(320, 479)]), 0.2 / (239.5 / 525), 1e-6);
}

TEST(Paint, SquaresFollowTheRestShape) {
  const Mesh rest = make_rectangle({0.4, 0.4}, {5, 5});
  Points x(rest.node_count(), 3);
  for (int i = 0; i < rest.node_count(); ++i) x.row(i) << rest.x(i, 0), 0, rest.x(i, 1);
  Sight sight(camera_at_a_metre());
  Paint paint{.color = {1, 0, 0}, .other = {0, 1, 0}, .square = 0.05, .rest = rest.x};
  draw_elements(x, rest.elements, paint, 0, sight);
  const auto color_of = [&](double u, double v) {
    const Vec3 at = sight.camera.project(Vec3(u, 0, v));
    return sight.paint[sight.index(static_cast<int>(at.x()), static_cast<int>(at.y()))];
  };
  EXPECT_NE(color_of(0.11, 0.11), color_of(0.16, 0.11));
  EXPECT_EQ(color_of(0.11, 0.11), color_of(0.16, 0.16));
  EXPECT_EQ(color_of(0.11, 0.11), color_of(0.21, 0.11));
}

TEST(Pinhole, MistakesGetOneSentence) {
  EXPECT_REFUSES(Sight({.width = 0}), "must be from 1 to 16384 pixels wide and high, got 0 and 480");
  EXPECT_REFUSES(Sight({.focal_x = -1}), "the focal length of a camera must be above 0 pixels, got -1");
  EXPECT_REFUSES(Sight({.nearest = 2, .farthest = 1}), "a camera sees from a depth above 0 m");
}

}  // namespace
}  // namespace isocloth::io
