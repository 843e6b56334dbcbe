#pragma once

/// A mesh that bounds a solid: triangles that meet two by two at every edge, with normals outwards.

#include <array>
#include <vector>

#include "isocloth/mesh/connect.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

struct SolidMesh {
  Mesh mesh;                 ///< triangles only
  std::vector<Vec3> normal;  ///< of each triangle, unit
  std::vector<Side> sides;   ///< sides 2k and 2k + 1 are those of edge k
  double volume = 0;         ///< [m³], above 0
  double area = 0;           ///< [m²]

  Vec3 corner(int triangle, int k) const { return mesh.x.row(mesh.elements[triangle][k]); }
};

/// Quads are cut along the diagonal that leaves the smaller of both triangles larger. InputError, with an
/// edge or element, where the mesh is open, no manifold, inside out (as a whole, or in a piece that is not a
/// cavity of another) or has no volume.
SolidMesh make_solid_mesh(const Mesh& mesh);

/// Normals at the edges and nodes of a closed mesh that tell inside from outside: where p is nearest to a
/// point c of an edge or node, p lies outside exactly if (p − c) · n > 0 with
///
///   edge:  n = n_1 + n_2           of its two triangles
///   node:  n = Σ angle_i n_i       over its triangles, each by its angle there
///
/// normalised here.  [Bærentzen & Aanæs 2005, Signed distance computation using the angle weighted
/// pseudonormal]
struct PseudoNormals {
  std::array<Vec3, 3> side;    ///< of the edge from corner k to the next
  std::array<Vec3, 3> corner;  ///< of the node at corner k
};

/// For each triangle. Where normals cancel, as along the edge of a fin without thickness, that of a triangle.
std::vector<PseudoNormals> pseudo_normals(const SolidMesh& solid);

}  // namespace isocloth
