#pragma once

/// How sharp triangles are, and what to do about a corner of the rectangle that belongs to one triangle only:
/// the cloth could not bend there across the diagonal, so the neighbouring triangle's diagonal is turned to
/// end in the corner.

#include <numbers>
#include <vector>

#include "isocloth/mesh/delaunay.hpp"

namespace isocloth {

inline constexpr double kDegree = std::numbers::pi / 180;  ///< [rad]
inline constexpr double kLeastCornerAngle =
    25 * kDegree;  ///< a corner is not split into sharper triangles [rad]

/// Smallest of the three angles [rad]; negative where the triangle is clockwise.
double smallest_angle(const Triangle& triangle, const std::vector<Vec2>& points);

/// Splits the lone triangle at each of the points 0 to 3 where that leaves no angle below kLeastCornerAngle.
void split_corners(std::vector<Triangle>& triangles, const std::vector<Vec2>& points);

}  // namespace isocloth
