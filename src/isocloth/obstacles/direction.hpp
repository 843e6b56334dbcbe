#pragma once

/// Length and direction of a vector, for every finite vector: also where its square would over- or underflow.

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

}  // namespace isocloth
