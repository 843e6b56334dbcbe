#pragma once

/// Something solid that the cloth cannot enter: a shape that moves along a path of poses.

#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "isocloth/core/require.hpp"
#include "isocloth/obstacles/finger.hpp"
#include "isocloth/obstacles/rigid_pose.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {

struct Obstacle {
  std::string name;
  std::shared_ptr<const Shape> shape;
  PosePath path = fixed_pose({});
  double friction = 0;             ///< Coulomb coefficient µ [-]
  std::optional<Finger> finger{};  ///< set: it gives way along an axis from where its path is

  /// Whether it is a finger that a force moves: s is then part of the state.
  bool gives_way() const { return finger && !finger->position; }

  /// Where it is at a time [s], a finger that gives way s [m] along its way.
  RigidPose pose(double time, double s = 0) const {
    RigidPose at = path(time);
    if (!finger) return at;
    if (finger->position) s = finger->position(time);
    at.translation += (s - finger->opening) * (at.rotation * finger->axis.normalized());
    return at;
  }
};

/// What changes of an obstacle while a run goes on, apart from where its path has it.
struct ObstacleState {
  double position = 0;   ///< s of a finger that gives way [m]
  double velocity = 0;   ///< ṡ [m/s]
  bool removed = false;  ///< the cloth does not feel it any more
};

/// Of an obstacle that is one; InputError where it is none.
inline const Finger& finger_of(const Obstacle& obstacle) {
  if (!obstacle.finger) throw InputError("obstacle \"" + obstacle.name + "\" is no finger");
  return *obstacle.finger;
}

/// Throws InputError where the obstacle has no shape, no path, or a friction below 0 or not finite.
inline void check_obstacle(const Obstacle& obstacle) {
  const std::string name = "obstacle \"" + obstacle.name + "\"";
  require(obstacle.shape != nullptr, name + " has no shape; give it one, such as make_sphere(0.1)");
  require(obstacle.path != nullptr, name + " has no path; give it one, such as fixed_pose({})");
  require(obstacle.friction >= 0 && std::isfinite(obstacle.friction),
          "friction of " + name + " must be a finite number >= 0, got " + to_text(obstacle.friction));
  if (obstacle.finger) check_finger(*obstacle.finger, name);
}

}  // namespace isocloth
