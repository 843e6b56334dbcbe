#pragma once

/// Wavefront OBJ, text:  "v x y z" is a node [m], "f i j k [l]" an element of nodes counted from 1 (or back
/// from the last one, −1, −2, …). Triangles and quads only. The nodes of the elements of a group (g) or
/// object (o) are a part of the mesh by its name, which writing leaves out. Of several cloths each is written
/// as an object.
///
/// Read and left aside: colours after x y z, texture and normal indices (i/t/n), s usemtl mtllib vt vn vp l
/// p. Lines with any other keyword are left aside too, with a remark. A line that ends in a backslash goes on
/// in the next.

#include <string>
#include <string_view>

#include "io/file.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

/// `path` names the file in errors.
Mesh parse_obj(std::string_view text, const std::string& path, Remarks* remarks = nullptr);

std::string format_obj(const Mesh& mesh);

}  // namespace isocloth::io
