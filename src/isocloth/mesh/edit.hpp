#pragma once

/// Meshes from meshes: other numbering, other place, disturbed positions. Mesh and scene checks use these to
/// show that results do not depend on how a mesh happens to be written down.

#include <cstdint>
#include <random>
#include <vector>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// The same surface with node i called new_index[i], which must name each node once.
Mesh renumbered(const Mesh& mesh, const std::vector<int>& new_index);

/// The same surface with each element's list of nodes begun at a random corner.
Mesh with_rotated_corners(const Mesh& mesh, std::mt19937& random);

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
