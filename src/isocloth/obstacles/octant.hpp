#pragma once

/// Distance to the octant q ≤ 0, the corner that boxes and cylinders are made of: with q = |p| − h every
/// point of a box of half size h is seen from the corner that it is nearest to.
///
///   outside: |max(q, 0)|, away from the nearest point, which is max(q, 0) away
///   inside:  max q_i, towards the nearest face; the first of several

#include <algorithm>

#include "isocloth/obstacles/direction.hpp"

namespace isocloth {

/// A coordinate that takes no part is −∞.
inline SignedDistance distance_to_octant(const Vec3& q) {
  int face = 0;
  if (q[1] > q[face]) face = 1;
  if (q[2] > q[face]) face = 2;
  if (q[face] <= 0) return {q[face], Vec3::Unit(face)};
  return direction_of(Vec3(std::max(q[0], 0.0), std::max(q[1], 0.0), std::max(q[2], 0.0)), Vec3::Unit(face));
}

}  // namespace isocloth
