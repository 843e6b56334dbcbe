#pragma once

#include "isocloth/core/types.hpp"

namespace isocloth {

/// Derivatives of a loss L by the pose of an obstacle, in the world: by where its frame's origin is, and by
/// small turns about it.
struct PoseGradient {
  Vec3 place = Vec3::Zero();
  Vec3 turn = Vec3::Zero();

  void add(double share, const PoseGradient& other) {
    place += share * other.place;
    turn += share * other.turn;
  }
};

}  // namespace isocloth
