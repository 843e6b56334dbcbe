#pragma once

/// Panels become one garment: all are filled with triangles of one size, on the same nodes along the seams,
/// bent over their folds, and joined.
///
/// Nodes are numbered panel by panel, rim first. Ends of curves that lie at one place are one node; along a
/// seam the panel that comes second takes the nodes of the first.

#include <random>

#include "isocloth/garments/outline.hpp"
#include "isocloth/garments/patterns.hpp"
#include "isocloth/mesh/delaunay.hpp"

namespace isocloth {

struct SewingOptions {
  int triangles = 0;
  std::uint32_t seed = 1;
  double depth = 0;  ///< between front and back [m]
};

Garment sew(const std::vector<CutPanel>& panels, const SewingOptions& options);

/// One panel filled with irregular triangles of nearly one size.
///
/// The rim is given node by node and is kept as it is, so that panels with the same rim along a seam can be
/// sewn node to node. With b nodes on the rim and n inside, a panel has 2n + b − 2 triangles, however it is
/// triangulated: the number of triangles can be chosen beforehand.
struct Panel {
  std::vector<Vec2> points;         ///< the rim in its order, then the inner nodes
  std::vector<Triangle> triangles;  ///< counter-clockwise
};

/// Fills the polygon `rim` (counter-clockwise, sides about `spacing` long [m]) with `inner_count` more nodes.
/// InputError where the polygon is too narrow somewhere for that spacing.
Panel fill_panel(const Chain& rim, int inner_count, double spacing, std::mt19937& random);

}  // namespace isocloth
