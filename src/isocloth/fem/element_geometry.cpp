#include "isocloth/fem/element_geometry.hpp"

#include <Eigen/Geometry>

#include "isocloth/core/lanes.hpp"

namespace isocloth {

namespace {

/// Gauss points of a quad lie this share of an edge away from its ends: (1 ± 1/√3)/2.
constexpr double kNear = 0.21132486540518712, kFar = 1 - kNear;

/// Where the four of them lie along ξ and along η.
constexpr Lane4 kAlongXi = {kNear, kFar, kNear, kFar}, kAlongEta = {kNear, kNear, kFar, kFar};

/// Area of a quad, its four Gauss points side by side.
double quad_area(const double* p0, const double* p1, const double* p2, const double* p3) {
  Lane4 xi[3], eta[3];
  for (int a = 0; a < 3; ++a) {
    const double bottom = p1[a] - p0[a], top = p2[a] - p3[a], left = p3[a] - p0[a], right = p2[a] - p1[a];
    xi[a] = bottom + kAlongEta * (top - bottom);
    eta[a] = left + kAlongXi * (right - left);
  }
  Lane4 square = {};
  for (int a = 0; a < 3; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const Lane4 cross = xi[b] * eta[c] - xi[c] * eta[b];
    square += cross * cross;
  }
  const Lane4 root = square_roots(square);
  return (root[0] + root[1] + root[2] + root[3]) / 4;
}

}  // namespace

double element_area(const Element& element, const Points& x) {
  const double *p0 = x.data() + 3 * element[0], *p1 = x.data() + 3 * element[1],
               *p2 = x.data() + 3 * element[2];
  if (corner_count(element) == 4) return quad_area(p0, p1, p2, x.data() + 3 * element[3]);
  const Eigen::Map<const Vec3> a(p0), b(p1), c(p2);
  return (b - a).cross(c - a).norm() / 2;
}

void element_areas(const Mesh& mesh, const Points& x, Eigen::Ref<Vector> areas) {
  for (int e = 0; e < mesh.element_count(); ++e) areas[e] = element_area(mesh.elements[e], x);
}

void node_normals(const Mesh& mesh, const Points& x, Points& normals) {
  normals.setZero();
  for (const Element& element : mesh.elements) {
    const int corners = corner_count(element);
    for (const GaussPoint& point : gauss_points(corners)) {
      const Tangents t = tangents(element, x, point.shape);
      const Vec3 area = point.weight * t.xi.cross(t.eta);
      for (int i = 0; i < corners; ++i) normals.row(element[i]) += point.shape.n[i] * area.transpose();
    }
  }
  for (Eigen::Index i = 0; i < normals.rows(); ++i) normals.row(i) /= normals.row(i).norm();
}

Vector node_areas(const Mesh& mesh) {
  Vector areas = Vector::Zero(mesh.node_count());
  for (const Element& element : mesh.elements) {
    const int corners = corner_count(element);
    for (const GaussPoint& point : gauss_points(corners)) {
      const Tangents t = tangents(element, mesh.x, point.shape);
      const double area = point.weight * t.xi.cross(t.eta).norm();
      for (int i = 0; i < corners; ++i) areas[element[i]] += point.shape.n[i] * area;
    }
  }
  return areas;
}

}  // namespace isocloth
