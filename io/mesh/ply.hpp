#pragma once

/// PLY, the Stanford polygon format: text or binary in either byte order.
///
/// Nodes are x, y, z of element vertex [m], in any number type; elements are the list vertex_indices (or
/// vertex_index) of element face, counted from 0, triangles and quads only. Other properties and elements are
/// read over. Written in binary, little-endian, positions as double.

#include <string>
#include <string_view>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

/// `path` names the file in errors.
Mesh parse_ply(std::string_view bytes, const std::string& path);

std::string format_ply(const Mesh& mesh);

}  // namespace isocloth::io
