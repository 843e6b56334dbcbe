#pragma once

/// Irregular triangles of nearly one size, from nodes that were thrown in roughly evenly:
///
///   1. Delaunay triangulation; every inner node moves to the centroid of its triangles, a few times over,
///   2. the same only around triangles that are still too sharp, so that the rest keeps its irregularity.

#include <functional>
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

}  // namespace isocloth
