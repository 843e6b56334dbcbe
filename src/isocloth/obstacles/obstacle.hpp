#pragma once

/// Something solid that the cloth cannot enter: a shape that moves along a path of poses.

#include <memory>
#include <string>

#include "isocloth/obstacles/rigid_pose.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {

struct Obstacle {
  std::string name;
  std::shared_ptr<const Shape> shape;
  PosePath path = fixed_pose({});
  double friction = 0;  ///< Coulomb coefficient µ [-]
};

/// Throws InputError where the obstacle has no shape, no path, or a friction below 0 or not finite.
void check_obstacle(const Obstacle& obstacle);

}  // namespace isocloth
