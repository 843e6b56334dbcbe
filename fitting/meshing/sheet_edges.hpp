#pragma once

/// Where a cloud ends along the four edges of a sheet: the outermost points, strip by strip.

#include <span>
#include <vector>

#include "fitting/meshing/sheet.hpp"

namespace isocloth::fitting {

enum class Side { left, right, first_row, last_row };

/// The outermost point of the strip of cells that ends at an edge.
struct EdgePoint {
  Side side{};
  double outside = 0;  ///< how far beyond the edge, at rest [m]; negative inside
  Vec2 uv;             ///< its place, in cells
};

/// `near[k]`: whether point k is close to the sheet. Strips with fewer than three points have none.
std::vector<EdgePoint> find_edge_points(const SheetShape& shape, std::span<const Vec2> feet,
                                        const std::vector<bool>& near);

}  // namespace isocloth::fitting
