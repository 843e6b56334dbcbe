#include "isocloth/obstacles/obstacle.hpp"

#include <cmath>

#include "isocloth/core/require.hpp"

namespace isocloth {

void check_obstacle(const Obstacle& obstacle) {
  const std::string name = "obstacle \"" + obstacle.name + "\"";
  require(obstacle.shape != nullptr, name + " has no shape; give it one, such as make_sphere(0.1)");
  require(obstacle.path != nullptr, name + " has no path; give it one, such as fixed_pose({})");
  require(obstacle.friction >= 0 && std::isfinite(obstacle.friction),
          "friction of " + name + " must be a finite number >= 0, got " + to_text(obstacle.friction));
}

}  // namespace isocloth
