#pragma once

/// Every analytic shape, beside a slow twin that only knows which points belong to it.

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "isocloth/obstacles/shapes.hpp"

namespace isocloth::test {

struct Solid {
  std::string name;
  std::shared_ptr<const Shape> shape;
  std::function<bool(const Vec3&)> holds;
  double reach = 0;  ///< random points are drawn from a cube of this half size [m]
  Vec3 deepest;      ///< a point inside that is inner_radius away from the surface [m]
};

/// |p − (the nearest point of a box of half size `core`)|.
inline double outside_core(const Vec3& p, const Vec3& core) {
  return (p - p.cwiseMax(-core).cwiseMin(core)).norm();
}

inline Solid box_solid(const std::string& name, const Vec3& size, double rounding) {
  const Vec3 core = size / 2 - Vec3::Constant(rounding);
  const auto holds = [=](const Vec3& p) { return outside_core(p, core) <= rounding; };
  return {name, make_box(size, rounding), holds, size.maxCoeff(), Vec3::Zero()};
}

inline Solid cylinder_solid(const std::string& name, double radius, double length, double rounding) {
  const Vec3 core(radius - rounding, 0, length / 2 - rounding);
  const auto holds = [=](const Vec3& p) {
    return outside_core(Vec3(std::hypot(p.x(), p.y()), 0, p.z()), core) <= rounding;
  };
  return {name, make_cylinder(radius, length, rounding), holds, std::max(2 * radius, length), Vec3::Zero()};
}

inline Solid ellipsoid_solid(const std::string& name, const Vec3& radii) {
  const auto holds = [=](const Vec3& p) { return p.cwiseQuotient(radii).squaredNorm() <= 1; };
  return {name, make_ellipsoid(radii), holds, 2 * radii.maxCoeff(), Vec3::Zero()};
}

inline std::vector<Solid> all_solids() {
  const Vec3 normal = Vec3(1, -2, 3).normalized(), point(0.1, 0.2, -0.1);
  const auto below = [=](const Vec3& p) { return normal.dot(p - point) <= 0; };
  const auto in_capsule = [](const Vec3& p) { return outside_core(p, Vec3(0, 0, 0.3)) <= 0.1; };
  const auto in_torus = [](const Vec3& p) {
    return std::hypot(std::hypot(p.x(), p.y()) - 0.3, p.z()) <= 0.1;
  };
  return {
      {"half-space", make_half_space(point, 5 * normal), below, 1, point},
      {"sphere", make_sphere(0.3), [](const Vec3& p) { return p.norm() <= 0.3; }, 0.6, Vec3::Zero()},
      {"capsule", make_capsule(0.1, 0.6), in_capsule, 0.6, Vec3(0, 0, 0.2)},
      cylinder_solid("cylinder", 0.2, 0.6, 0),
      cylinder_solid("flat cylinder", 0.5, 0.1, 0),
      cylinder_solid("rounded cylinder", 0.2, 0.6, 0.05),
      cylinder_solid("cylinder rounded to a capsule", 0.2, 0.6, 0.2),
      cylinder_solid("flat cylinder rounded to a lens", 0.5, 0.1, 0.05),
      box_solid("box", Vec3(0.2, 0.4, 0.6), 0),
      box_solid("cube", Vec3(0.4, 0.4, 0.4), 0),
      box_solid("rounded box", Vec3(0.4, 0.2, 0.6), 0.05),
      box_solid("box rounded to a pill", Vec3(0.4, 0.6, 0.2), 0.1),
      box_solid("cube rounded to a sphere", Vec3(0.4, 0.4, 0.4), 0.2),
      {"torus", make_torus(0.3, 0.1), in_torus, 0.6, Vec3(0, 0.3, 0)},
      ellipsoid_solid("ellipsoid", Vec3(0.3, 0.2, 0.45)),
      ellipsoid_solid("flat ellipsoid", Vec3(0.4, 0.4, 0.1)),
      ellipsoid_solid("long ellipsoid", Vec3(0.15, 0.5, 0.15)),
      ellipsoid_solid("round ellipsoid", Vec3(0.3, 0.3, 0.3)),
  };
}

inline Vec3 random_point(double reach, std::mt19937& rng) {
  std::uniform_real_distribution<double> coordinate(-reach, reach);
  const double x = coordinate(rng), y = coordinate(rng), z = coordinate(rng);
  return {x, y, z};
}

inline Vec3 random_direction(std::mt19937& rng) {
  Vec3 v = random_point(1, rng);
  while (v.norm() > 1 || v.norm() < 0.1) v = random_point(1, rng);
  return v.normalized();
}

}  // namespace isocloth::test
