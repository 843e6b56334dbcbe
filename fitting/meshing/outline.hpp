#pragma once

/// Triangles without the long ones at their rim, and the line around what is left.

#include <vector>

#include "isocloth/mesh/delaunay.hpp"

namespace isocloth::fitting {

/// Removes triangles with a side longer than `longest` that touch the rim or one that was removed, then all
/// but the largest piece.
std::vector<Triangle> without_long_rim(const std::vector<Vec2>& points,
                                       const std::vector<Triangle>& triangles, double longest);

/// The nodes of the longest closed line around the triangles, which lie to its left.
std::vector<int> outline_of(const std::vector<Triangle>& triangles);

}  // namespace isocloth::fitting
