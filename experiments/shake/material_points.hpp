#pragma once

/// The same points of a cloth on different meshes of it, so that surfaces can be compared point by point.

#include <array>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::experiments {

/// Evenly spaced points of a flat rectangle, as weights on the nodes of a mesh that covers it.
class MaterialPoints {
 public:
  /// `rest` lies in the x–y plane from the origin to `size` [m]; its quads are rectangles. side × side
  /// points, each in the middle of an equal part of the area.
  MaterialPoints(const Mesh& rest, std::array<double, 2> size, int side);

  /// Where the points are when the nodes are at x.
  Points at(const Points& x) const;

 private:
  struct Place {
    std::array<int, 4> nodes{};
    std::array<double, 4> weights{};
  };
  std::vector<Place> places_;
};

}  // namespace isocloth::experiments
