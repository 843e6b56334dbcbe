#pragma once

/// How far the drawn surface may leave the elements before it would come out of another layer.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

/// Of each node, the distance to the nearest triangle that it is no corner of, quads split along the diagonal
/// from their first to their third node; of the corners of that triangle too. Infinite where none is near, by
/// which is meant some tenths of an edge [m].
Vector room_at_nodes(const Mesh& rest, const Points& x);

}  // namespace isocloth::io
