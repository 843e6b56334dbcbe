#include "isocloth/fem/area_error.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/fem/element_geometry.hpp"

namespace isocloth {

AreaError area_error(const Eigen::Ref<const Vector>& areas, const Eigen::Ref<const Vector>& rest_areas) {
  const auto count = static_cast<double>(areas.size());
  double mean = 0, mean_square = 0;
  for (Eigen::Index e = 0; e < areas.size(); ++e) {
    const double error = std::abs(areas[e] - rest_areas[e]) / rest_areas[e];
    mean += error / count;
    mean_square += error * error / count;
  }
  const double rest_total = rest_areas.sum();
  return {.total = std::abs(areas.sum() - rest_total) / rest_total,
          .mean = mean,
          .dispersion = mean + 2 * std::sqrt(std::max(0.0, mean_square - mean * mean))};
}

Vector signed_area_errors(const Mesh& rest, const Points& x) {
  Vector errors(rest.element_count());
  for (int e = 0; e < rest.element_count(); ++e) {
    const double rest_area = element_area(rest.elements[e], rest.x);
    const double error = rest_area > 0 ? element_area(rest.elements[e], x) / rest_area - 1 : 0;
    errors[e] = std::isfinite(error) ? error : 0;
  }
  return errors;
}

}  // namespace isocloth
