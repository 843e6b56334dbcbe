#pragma once

/// Quads that cannot be elements because an inner angle is above 180 degrees, flat (an arrowhead) or by
/// warping, become two triangles.
///
/// With n_k = side before × side behind corner k and n = Σ n_k / 4, the vector area, an angle is above 180
/// degrees where n_k·n < 0. Either diagonal gives triangles whose vector areas a_1 + a_2 = n; that one is
/// taken whose worse triangle is better: largest min_i a_i·n / (|n| Σ edges²). A quad that either leaves with
/// a triangle upside down (a_i·n ≤ 0), as one that crosses itself, is kept, for analyze_topology to refuse.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

struct SplitQuads {
  int count = 0;
  int first = -1;  ///< element of the mesh as it was
};

/// The two triangles stand where the quad stood.
SplitQuads split_quads(Mesh& mesh);

}  // namespace isocloth::io
