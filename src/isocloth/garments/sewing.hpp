#pragma once

/// Panels become one garment: all are filled with triangles of one size, on the same nodes along the seams,
/// bent over their folds, and joined.
///
/// Nodes are numbered panel by panel, rim first. Ends of curves that lie at one place are one node; along a
/// seam the panel that comes second takes the nodes of the first.

#include "isocloth/garments/patterns.hpp"

namespace isocloth {

struct SewingOptions {
  int triangles = 0;
  std::uint32_t seed = 1;
  double depth = 0;  ///< between front and back [m]
};

Garment sew(const std::vector<CutPanel>& panels, const SewingOptions& options);

}  // namespace isocloth
