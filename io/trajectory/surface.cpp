#include "io/trajectory/surface.hpp"

#include <cmath>
#include <cstddef>

#include <Eigen/Geometry>

namespace isocloth::io {

std::vector<Triangle> triangulate(const std::vector<Element>& elements) {
  std::vector<Triangle> triangles;
  triangles.reserve(2 * elements.size());
  int index = 0;
  for (const Element& e : elements) {
    if (corner_count(e) == 3) {
      triangles.push_back({{e[0], e[1], e[2]}, index, {true, true, true}});
    } else {
      triangles.push_back({{e[0], e[1], e[2]}, index, {true, false, true}});
      triangles.push_back({{e[0], e[2], e[3]}, index, {true, true, false}});
    }
    ++index;
  }
  return triangles;
}

namespace {

/// Twice the area of a triangle, along its normal.
Vec3 twice_area(const Points& x, const Triangle& triangle) {
  const auto [a, b, c] = triangle.nodes;
  const Vec3 side = x.row(b) - x.row(a), other = x.row(c) - x.row(a);
  return side.cross(other);
}

Vec3 unit_or_up(const Vec3& vector) {
  const double length = vector.norm();
  return length > 0 && std::isfinite(length) ? Vec3(vector / length) : Vec3::UnitZ();
}

/// Triangles around each node.
std::vector<std::vector<int>> triangles_around(Eigen::Index nodes, const std::vector<Triangle>& triangles) {
  std::vector<std::vector<int>> around(static_cast<std::size_t>(nodes));
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (const int node : triangles[t].nodes)
      around[static_cast<std::size_t>(node)].push_back(static_cast<int>(t));
  }
  return around;
}

}  // namespace

Points node_normals(const Points& x, const std::vector<Triangle>& triangles) {
  Points normals = Points::Zero(x.rows(), 3);
  for (const Triangle& triangle : triangles) {
    const Vec3 area = twice_area(x, triangle);
    for (const int node : triangle.nodes) normals.row(node) += area.transpose();
  }
  for (Eigen::Index i = 0; i < normals.rows(); ++i)
    normals.row(i) = unit_or_up(normals.row(i).transpose()).transpose();
  return normals;
}

Points corner_normals(const Points& x, const std::vector<Triangle>& triangles) {
  constexpr double kCrease = 0.766;  // cos 40°
  constexpr std::size_t kMostAround =
      500;  // beyond, a corner is flat: the work stays linear in the triangles
  const auto around = triangles_around(x.rows(), triangles);
  Points areas(static_cast<Eigen::Index>(triangles.size()), 3);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    areas.row(static_cast<Eigen::Index>(t)) = twice_area(x, triangles[t]).transpose();
  Points normals(3 * areas.rows(), 3);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Vec3 own = areas.row(static_cast<Eigen::Index>(t));
    for (std::size_t k = 0; k < 3; ++k) {
      const std::vector<int>& neighbours = around[static_cast<std::size_t>(triangles[t].nodes[k])];
      Vec3 sum = neighbours.size() > kMostAround ? own : Vec3::Zero();
      for (std::size_t n = 0; n < neighbours.size() && neighbours.size() <= kMostAround; ++n) {
        const Vec3 other = areas.row(neighbours[n]);
        if (own.dot(other) >= kCrease * own.norm() * other.norm()) sum += other;
      }
      normals.row(static_cast<Eigen::Index>(3 * t + k)) = unit_or_up(sum).transpose();
    }
  }
  return normals;
}

}  // namespace isocloth::io
