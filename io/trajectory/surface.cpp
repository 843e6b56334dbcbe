#include "io/trajectory/surface.hpp"

#include <cmath>

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

Points node_normals(const Points& x, const std::vector<Triangle>& triangles) {
  Points normals = Points::Zero(x.rows(), 3);
  for (const Triangle& triangle : triangles) {
    const auto [a, b, c] = triangle.nodes;
    const Vec3 side = x.row(b) - x.row(a), other = x.row(c) - x.row(a);
    const Vec3 twice_area = side.cross(other);
    for (const int node : triangle.nodes) normals.row(node) += twice_area.transpose();
  }
  for (Eigen::Index i = 0; i < normals.rows(); ++i) {
    const double length = normals.row(i).norm();
    if (length > 0 && std::isfinite(length)) {
      normals.row(i) /= length;
    } else {
      normals.row(i) = Vec3::UnitZ().transpose();
    }
  }
  return normals;
}

}  // namespace isocloth::io
