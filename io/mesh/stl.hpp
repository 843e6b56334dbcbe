#pragma once

/// STL, triangles that share no nodes: each lists its three corners again.
///
/// Corners with exactly equal coordinates become one node; nothing is merged by distance. Text and binary
/// files are read: binary is a file whose size agrees with its triangle count, whatever its header begins
/// with. A triangle with two equal corners is refused. Normals are not read, as they follow from the corners.
///
/// Written binary, in single precision, each quad as two triangles along the diagonal from its first node.

#include <string>
#include <string_view>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

/// `path` names the file in errors.
Mesh parse_stl(std::string_view bytes, const std::string& path);

/// InputError where a position is beyond single precision.
std::string format_stl(const Mesh& mesh);

}  // namespace isocloth::io
