#pragma once

/// Normals at the edges and nodes of a closed mesh that tell inside from outside: where p is nearest to a
/// point c of an edge or node, p lies outside exactly if (p − c) · n > 0 with
///
///   edge:  n = n_1 + n_2           of its two triangles
///   node:  n = Σ angle_i n_i       over its triangles, each by its angle there
///
/// normalised here.  [Bærentzen & Aanæs 2005, Signed distance computation using the angle weighted
/// pseudonormal]

#include <array>
#include <vector>

#include "isocloth/solids/solid_mesh.hpp"

namespace isocloth {

struct PseudoNormals {
  std::array<Vec3, 3> side;    ///< of the edge from corner k to the next
  std::array<Vec3, 3> corner;  ///< of the node at corner k
};

/// For each triangle. Where normals cancel, as along the edge of a fin without thickness, that of a triangle.
std::vector<PseudoNormals> pseudo_normals(const SolidMesh& solid);

}  // namespace isocloth
