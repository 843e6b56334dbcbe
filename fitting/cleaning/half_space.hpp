#pragma once

/// One side of a plane: points with normal·x ≥ offset are kept.

#include "isocloth/core/types.hpp"

namespace isocloth::fitting {

struct HalfSpace {
  Vec3 normal{0, 0, 1};  ///< of any length but 0, into the side that is kept
  double offset = 0;     ///< [m] for a unit normal

  bool holds(const Vec3& point) const { return normal.dot(point) >= offset; }
};

}  // namespace isocloth::fitting
