#pragma once

/// Whether a scene begins in a state from which the cloth can go on.
///
/// A cloth that begins a little inside an obstacle is let out. One that begins deeper than half of what the
/// obstacle is thick, as where a rod passes through a sheet, has no side to go to.

#include "io/scene/scene.hpp"
#include "isocloth/mesh/mesh.hpp"
#include "isocloth/obstacles/obstacle.hpp"

namespace isocloth::io {

/// InputError that begins with the line of the obstacle which `cloth`, as it begins, is too deep inside of.
/// `obstacles` are those of the scene.
void check_start(const Scene& scene, const Mesh& cloth, const std::vector<Obstacle>& obstacles);

}  // namespace isocloth::io
