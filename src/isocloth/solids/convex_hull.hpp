#pragma once

/// The convex hull of points, as a closed mesh of triangles with outward normals.
///
/// Quickhull [Barber, Dobkin, Huhdanpaa 1996]: from a tetrahedron of far points; as long as a triangle has
/// points before it, the farthest of them takes the place of all triangles that it sees.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// Nodes are points of the hull, each once; points within 1e-9 of the extent of a face are on it. InputError
/// where points are not finite or lie in a plane.
Mesh convex_hull(const Points& points);

}  // namespace isocloth
