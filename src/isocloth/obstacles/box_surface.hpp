#pragma once

/// The surface of a box with rounded edges, for pictures.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// All points at distance `rounding` from a box of half size `core` [m]. Quads only, normals outwards; eight
/// nodes where nothing is rounded.
Mesh box_surface(const Vec3& core, double rounding);

}  // namespace isocloth
