#pragma once

/// A mesh that bounds a solid: triangles that meet two by two at every edge, with normals outwards.

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

}  // namespace isocloth
