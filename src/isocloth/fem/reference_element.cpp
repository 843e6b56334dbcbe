#include "isocloth/fem/reference_element.hpp"

#include <cmath>

namespace isocloth {

ShapeValues quad_shape(double xi, double eta) {
  return {.n = {(1 - xi) * (1 - eta) / 4, (1 + xi) * (1 - eta) / 4, (1 + xi) * (1 + eta) / 4,
                (1 - xi) * (1 + eta) / 4},
          .d_xi = {-(1 - eta) / 4, (1 - eta) / 4, (1 + eta) / 4, -(1 + eta) / 4},
          .d_eta = {-(1 - xi) / 4, -(1 + xi) / 4, (1 + xi) / 4, (1 - xi) / 4}};
}

ShapeValues triangle_shape(double xi, double eta) {
  return {.n = {1 - xi - eta, xi, eta, 0}, .d_xi = {-1, 1, 0, 0}, .d_eta = {-1, 0, 1, 0}};
}

namespace {

std::array<GaussPoint, 4> quad_points() {
  const double a = 1 / std::sqrt(3.0);
  std::array<GaussPoint, 4> points;
  const std::array<std::array<double, 2>, 4> where{{{-a, -a}, {a, -a}, {a, a}, {-a, a}}};
  for (int i = 0; i < 4; ++i)
    points[i] = {where[i][0], where[i][1], 1.0, quad_shape(where[i][0], where[i][1])};
  return points;
}

std::array<GaussPoint, 3> triangle_points() {
  const double a = 1.0 / 6, b = 2.0 / 3;
  std::array<GaussPoint, 3> points;
  const std::array<std::array<double, 2>, 3> where{{{a, a}, {b, a}, {a, b}}};
  for (int i = 0; i < 3; ++i)
    points[i] = {where[i][0], where[i][1], a, triangle_shape(where[i][0], where[i][1])};
  return points;
}

}  // namespace

std::span<const GaussPoint> gauss_points(int corners) {
  static const std::array<GaussPoint, 4> quad = quad_points();
  static const std::array<GaussPoint, 3> triangle = triangle_points();
  if (corners == 3) return triangle;
  return quad;
}

}  // namespace isocloth
