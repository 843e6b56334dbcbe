#pragma once

/// Length and direction of a vector, for every finite vector: also where its square would over- or underflow.

#include <algorithm>
#include <cmath>

#include "isocloth/obstacles/shape.hpp"

namespace isocloth {

/// Squares between these lose no digit of the root and neither over- nor underflow [m²].
inline constexpr double kSmallestPlainSquare = 1e-280, kLargestPlainSquare = 1e300;

/// |v| and v / |v|; the direction of the zero vector is `of_zero`.
inline SignedDistance direction_of(const Vec3& v, const Vec3& of_zero) {
  const double square = v.squaredNorm();
  if (square > kSmallestPlainSquare && square < kLargestPlainSquare) {
    const double length = std::sqrt(square);
    return {length, v / length};
  }
  const double largest = v.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return {0, of_zero};
  const Vec3 scaled = v / largest;
  const double length = scaled.norm();
  return {length * largest, scaled / length};
}

/// −1 for a number below 0, else 1: zero has a side too.
inline double side_of(double value) { return value < 0 ? -1 : 1; }

/// Distance to the octant q ≤ 0, the corner that boxes and cylinders are made of: with q = |p| − h every
/// point of a box of half size h is seen from the corner that it is nearest to.
///
///   outside: |max(q, 0)|, away from the nearest point, which is max(q, 0) away
///   inside:  max q_i, towards the nearest face; the first of several
///
/// A coordinate that takes no part is −∞.
inline SignedDistance distance_to_octant(const Vec3& q) {
  int face = 0;
  if (q[1] > q[face]) face = 1;
  if (q[2] > q[face]) face = 2;
  if (q[face] <= 0) return {q[face], Vec3::Unit(face)};
  return direction_of(Vec3(std::max(q[0], 0.0), std::max(q[1], 0.0), std::max(q[2], 0.0)), Vec3::Unit(face));
}

}  // namespace isocloth
