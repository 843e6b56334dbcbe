#pragma once

/// Where a surface passes through itself, judged by someone else: CGAL's exact predicates. Its kernel is LGPL
/// and for tests alone.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::test {

/// Pairs of triangles of which an edge of one meets the other and shares no node with it; quads are split
/// along the diagonal from their first to their third node.
int exact_crossings(const Mesh& mesh, const Points& x);

}  // namespace isocloth::test
