#pragma once

/// The obstacles of a scene as solids that move, and as the surfaces that files and pictures show.

#include <vector>

#include "io/scene/scene.hpp"
#include "isocloth/obstacles/obstacle.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// InputError that begins with the line of the scene where a shape is impossible (a mesh that is open), or
/// with the mesh file where that cannot be read.
std::vector<Obstacle> make_obstacles(const Scene& scene);

/// What a trajectory says of them. A half-space shows the square of its plane that is nearest to the cloth
/// at `x`, large enough for the cloth to move about on it.
std::vector<ObstacleInfo> obstacle_infos(const std::vector<Obstacle>& obstacles, const Points& x);

}  // namespace isocloth::io
