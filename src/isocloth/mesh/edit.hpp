#pragma once

/// Meshes from meshes: in another place, with disturbed positions.

#include <cstdint>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// Rotated about x, then y, then z through the origin [degrees], then shifted [m].
Mesh transformed(const Mesh& mesh, const Vec3& rotate_deg, const Vec3& translate);

/// Adds Gaussian noise of standard deviation std_m [m] to every coordinate of every node.
///
/// length_m = 0: each node has its own, so that a finer mesh is rougher. Above 0: a smooth field, alike
/// within about length_m [m], a sum of waves in random directions; the same seed dents every mesh of a
/// surface in the same way.
///
/// Box–Muller, z = √(−2 ln u₁) (cos 2πu₂, sin 2πu₂), on raw outputs of std::mt19937, whose values the
/// standard fixes: the same seed gives the same noise with every standard library, up to the last bit of its
/// log, cos and sin.
void add_noise(Mesh& mesh, double std_m, std::uint32_t seed, double length_m = 0);

}  // namespace isocloth
