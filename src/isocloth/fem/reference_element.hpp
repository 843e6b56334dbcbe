#pragma once

/// Reference elements: shape functions N_i, their derivatives, and Gauss quadrature.
///
///   quad      Ω₀ = [−1, 1]²,              N_i = ¼(1 ± ξ)(1 ± η)     corners from (−1, −1), counter-clockwise
///   triangle  Ω₀ = {ξ, η ≥ 0, ξ+η ≤ 1},   N = (1−ξ−η, ξ, η)
///
/// The rules are exact for every integral of the method on parallelograms and triangles: N_k ∂N_i ∂N_j has
/// degree 3 in each variable on a quad (2×2 points) and degree 1 on a triangle (3 points, exact to degree 2).
/// [Coltraro et al., "Discretization of the surface"]

#include <array>
#include <span>

namespace isocloth {

/// N_i, ∂N_i/∂ξ and ∂N_i/∂η at one point; entry 3 is 0 on a triangle.
struct ShapeValues {
  std::array<double, 4> n{};
  std::array<double, 4> d_xi{};
  std::array<double, 4> d_eta{};
};

/// A quadrature point: where, its weight, and the shape functions there.
struct GaussPoint {
  double xi = 0, eta = 0, weight = 0;
  ShapeValues shape;
};

ShapeValues quad_shape(double xi, double eta);
ShapeValues triangle_shape(double xi, double eta);

/// Points for an element with 3 or 4 corners; the weights add up to the area of Ω₀.
std::span<const GaussPoint> gauss_points(int corners);

}  // namespace isocloth
