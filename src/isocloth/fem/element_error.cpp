#include "isocloth/fem/element_error.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/fem/element_geometry.hpp"

namespace isocloth {

AreaError area_error(const Eigen::Ref<const Vector>& areas, const Eigen::Ref<const Vector>& rest_areas) {
  const double count = std::max(1.0, static_cast<double>(areas.size()));
  double sum = 0, sum_of_squares = 0, largest = 0;
  for (Eigen::Index e = 0; e < areas.size(); ++e) {
    const double error = std::abs(areas[e] - rest_areas[e]) / rest_areas[e];
    sum += error;
    sum_of_squares += error * error;
    largest = std::max(largest, error);
  }
  const double rest_total = rest_areas.sum(), mean = sum / count;
  return {.total = std::abs(areas.sum() - rest_total) / rest_total,
          .mean = mean,
          .dispersion = mean + 2 * std::sqrt(std::max(0.0, sum_of_squares / count - mean * mean)),
          .largest = largest};
}

double largest_edge_error(std::span<const Edge> edges, const Eigen::Ref<const Vector>& rest_squares,
                          const Points& x) {
  double shortest = 1, longest = 1;  // l²/(l⁰)²
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const double *a = x.data() + 3 * edges[e][0], *b = x.data() + 3 * edges[e][1];
    const double dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2];
    const double square = (dx * dx + dy * dy + dz * dz) / rest_squares[static_cast<Eigen::Index>(e)];
    shortest = std::min(shortest, square);
    longest = std::max(longest, square);
  }
  return std::max(std::sqrt(longest) - 1, 1 - std::sqrt(shortest));
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
