#pragma once

/// A rectangular sheet as a fine grid of nodes in space, bilinear in between: S(u, v), u and v in cells.
///
/// Node k = row·columns + column as everywhere. Beyond its edges the outermost cells go on, so that points a
/// little outside have a place too.

#include <array>
#include <span>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth::fitting {

struct SheetShape {
  std::array<int, 2> nodes{};    ///< columns, rows
  std::array<double, 2> size{};  ///< at rest: along a row, along a column [m]

  int count() const { return nodes[0] * nodes[1]; }
  int node(int column, int row) const { return row * nodes[0] + column; }
  /// Width of a cell along a row (axis 0) or a column (axis 1) at rest [m].
  double step(int axis) const { return size[axis] / (nodes[axis] - 1); }
};

/// A point of the sheet: its cell, and the surface there.
struct SheetSpot {
  std::array<int, 4> corners{};     ///< nodes of the cell
  std::array<double, 4> weights{};  ///< S = Σ weights · corners
  Vec3 position, along_u, along_v;  ///< S, ∂S/∂u, ∂S/∂v [m per cell]
  Vec3 normal() const;              ///< unit
};

SheetSpot spot_at(const SheetShape& shape, const Points& x, const Vec2& uv);

/// Moves (u, v) to the foot of the point on the sheet, by at most `steps` steps of Gauss–Newton.
void drop_foot(const SheetShape& shape, const Points& x, const Vec3& point, int steps, Vec2& uv);

/// The sheet without its finest ripples: each node the mean of itself and its neighbours in a line, weighted
/// ¼, ½, ¼, four times over; the ends stay. Its normals do not see the noise of a frame, which else would be
/// taken for a pattern to slide along.
Points smoothed(const SheetShape& shape, const Points& x);

/// Where a cloud ends along the four edges of a sheet: the outermost points, strip by strip.
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
