#pragma once

/// A cloud as a four-sided patch: triangles over its plane, an outline, and four corners on it.
///
/// The cloud is thinned over cells of its plane (each cell's mean is a node), triangulated there, and cut
/// along its outline: triangles with long sides go, from the outside inwards, so that holes are filled. The
/// corners are the four nodes of the outline that span the largest area.

#include <array>
#include <optional>

#include "isocloth/mesh/delaunay.hpp"

namespace isocloth::fitting {

struct Patch {
  Points x;                         ///< nodes [m]
  std::vector<Triangle> triangles;  ///< all on the same side
  std::vector<int> outline;         ///< nodes around it, once; triangles lie to the left
  std::array<int, 4> corners{};     ///< places in the outline, ascending
};

/// Nothing where the points do not make a patch: fewer than a dozen cells, or an outline without area.
/// cell: width of the cells [m]; bridged: a bay of the outline, or a gap
/// between two pieces, is closed where it is narrower [cells].
std::optional<Patch> make_patch(const Points& points, double cell, double bridged = 3);

/// Removes triangles with a side longer than `longest` that touch the rim or one that was removed, then all
/// but the largest piece.
std::vector<Triangle> without_long_rim(const std::vector<Vec2>& points,
                                       const std::vector<Triangle>& triangles, double longest);

/// The nodes of the longest closed line around the triangles, which lie to its left.
std::vector<int> outline_of(const std::vector<Triangle>& triangles);

}  // namespace isocloth::fitting
