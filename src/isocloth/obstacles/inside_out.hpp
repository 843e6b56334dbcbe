#pragma once

/// Which side of a closed mesh is solid, piece by piece.
///
///   V = 1/6 Σ a · (b × c)                  over the triangles (a, b, c): negative where normals point
///   inwards w(p) = 1/4π Σ solid angle of (a, b, c) seen from p: 1 inside, 0 outside
///
/// A piece of negative volume is a cavity where it lies inside of the others, and inside out elsewhere.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// Signed volume of a closed mesh of triangles [m³].
double volume_of(const Mesh& triangles);

/// InputError, with an element, at the first piece of negative volume that is no cavity.
void require_no_piece_inside_out(const Mesh& triangles);

}  // namespace isocloth
