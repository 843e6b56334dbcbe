#pragma once

/// A mesh as a graphics card wants it: triangles only, and a normal at every node.

#include <array>
#include <vector>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

struct Triangle {
  std::array<int, 3> nodes{};
  int element = 0;                ///< the element it is part of
  std::array<bool, 3> on_edge{};  ///< whether side k, opposite to nodes[k], is an edge of the element
};

/// Quads are cut along the diagonal from their first to their third corner.
std::vector<Triangle> triangulate(const std::vector<Element>& elements);

/// Unit normals at the nodes, the mean over the triangles there weighted by area; +z where that is zero.
Points node_normals(const Points& x, const std::vector<Triangle>& triangles);

/// Unit normals at the corners of each triangle, corner k of triangle t in row 3 t + k: as node_normals, but
/// only over the triangles that are turned by less than a crease (40°) against it, so that a box keeps its
/// edges.
Points corner_normals(const Points& x, const std::vector<Triangle>& triangles);

}  // namespace isocloth::io
