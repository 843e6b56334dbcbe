#pragma once

/// The cloths that share a mesh, as `run --json` and `info --json` list them.

#include "isocloth/mesh/mesh.hpp"
#include "output.hpp"

namespace isocloth::cli {

/// [{name, nodes, elements, first_node}, …]
Json json_of_pieces(const Mesh& mesh);

}  // namespace isocloth::cli
