#include "isocloth/fem/element_geometry.hpp"

#include <Eigen/Geometry>

namespace isocloth {

double element_area(const Element& element, const Points& x) {
  double area = 0;
  for (const GaussPoint& point : gauss_points(corner_count(element))) {
    const Tangents t = tangents(element, x, point.shape);
    area += point.weight * t.xi.cross(t.eta).norm();
  }
  return area;
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
