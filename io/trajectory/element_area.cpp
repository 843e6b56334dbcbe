#include "io/trajectory/element_area.hpp"

#include <cmath>
#include <cstddef>

#include <Eigen/Geometry>

namespace isocloth::io {

double element_area(const Points& x, const Element& element) {
  const Vec3 p0 = x.row(element[0]), p1 = x.row(element[1]), p2 = x.row(element[2]);
  if (corner_count(element) == 3) return 0.5 * (p1 - p0).cross(p2 - p0).norm();
  const Vec3 p3 = x.row(element[3]);
  const double gauss = 1 / std::sqrt(3.0);
  double area = 0;
  for (const double xi : {-gauss, gauss}) {
    for (const double eta : {-gauss, gauss}) {
      const Vec3 along_xi = 0.25 * ((1 - eta) * (p1 - p0) + (1 + eta) * (p2 - p3));
      const Vec3 along_eta = 0.25 * ((1 - xi) * (p3 - p0) + (1 + xi) * (p2 - p1));
      area += along_xi.cross(along_eta).norm();
    }
  }
  return area;
}

Vector signed_area_errors(const Mesh& rest, const Points& x) {
  Vector errors(rest.element_count());
  for (int e = 0; e < rest.element_count(); ++e) {
    const Element& element = rest.elements[static_cast<std::size_t>(e)];
    const double rest_area = element_area(rest.x, element);
    const double error = rest_area > 0 ? element_area(x, element) / rest_area - 1 : 0;
    errors[e] = std::isfinite(error) ? error : 0;
  }
  return errors;
}

}  // namespace isocloth::io
