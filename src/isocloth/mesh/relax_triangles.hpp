#pragma once

/// Irregular triangles of nearly one size, from nodes that were thrown in roughly evenly:
///
///   1. Delaunay triangulation; every inner node moves to the centroid of its triangles, a few times over,
///   2. the same only around triangles that are still too sharp, so that the rest keeps its irregularity.

#include <functional>
#include <numbers>
#include <random>
#include <vector>

#include "isocloth/mesh/delaunay.hpp"

namespace isocloth {

/// What is triangulated, and how.
struct TriangulatedRegion {
  double spacing = 0;   ///< between neighbouring nodes [m]
  int first_inner = 0;  ///< nodes below this one lie on the rim and stay
  std::function<std::vector<Triangle>(const std::vector<Vec2>& points)> triangulate{};
  /// Where a node that wants to go from one point to another may go without leaving the region.
  std::function<Vec2(const Vec2& from, const Vec2& to)> keep_inside{};
};

/// Moves the inner nodes until the triangles are well shaped; returns those triangles.
std::vector<Triangle> relax_triangles(const TriangulatedRegion& region, std::mt19937& random,
                                      std::vector<Vec2>& points);

// How sharp triangles are, and what to do about a corner of the rectangle that belongs to one triangle only:
// the cloth could not bend there across the diagonal, so the neighbouring triangle's diagonal is turned to
// end in the corner.

inline constexpr double kDegree = std::numbers::pi / 180;  ///< [rad]
inline constexpr double kLeastCornerAngle =
    25 * kDegree;  ///< a corner is not split into sharper triangles [rad]

/// Smallest of the three angles [rad]; negative where the triangle is clockwise.
double smallest_angle(const Triangle& triangle, const std::vector<Vec2>& points);

/// Splits the lone triangle at each of the points 0 to 3 where that leaves no angle below kLeastCornerAngle.
void split_corners(std::vector<Triangle>& triangles, const std::vector<Vec2>& points);

}  // namespace isocloth
