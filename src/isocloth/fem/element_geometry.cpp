#include "isocloth/fem/element_geometry.hpp"

#include <Eigen/Geometry>

namespace isocloth {

namespace {

/// |a × b|.
double parallelogram(const Vec3& a, const Vec3& b) { return a.cross(b).norm(); }

/// Gauss points of a quad lie this share of an edge away from its ends: (1 ± 1/√3)/2.
constexpr double kNear = 0.21132486540518712, kFar = 1 - kNear;

}  // namespace

double element_area(const Element& element, const Points& x) {
  const auto corner = [&](int i) { return Vec3(x.row(element[i])); };
  const Vec3 p0 = corner(0), p1 = corner(1), p2 = corner(2);
  if (corner_count(element) == 3) return parallelogram(p1 - p0, p2 - p0) / 2;
  const Vec3 p3 = corner(3);
  const Vec3 bottom = p1 - p0, top = p2 - p3, left = p3 - p0, right = p2 - p1;
  const Vec3 xi_low = kFar * bottom + kNear * top, xi_high = kNear * bottom + kFar * top;
  const Vec3 eta_low = kFar * left + kNear * right, eta_high = kNear * left + kFar * right;
  return (parallelogram(xi_low, eta_low) + parallelogram(xi_low, eta_high) + parallelogram(xi_high, eta_low) +
          parallelogram(xi_high, eta_high)) /
         4;
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
  normals.rowwise().normalize();
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
