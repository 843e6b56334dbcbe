#pragma once

/// PLY as a cloud: x, y, z of element vertex, and red, green, blue where it has them; text or binary.
///
/// Other properties are read over; what comes after the vertices (faces) is not looked at.

#include <string>
#include <string_view>

#include "io/cloud/cloud.hpp"

namespace isocloth::io {

/// `path` names the file in errors. Points may be NaN: the caller drops them.
Cloud parse_ply_cloud(std::string_view bytes, const std::string& path);

/// Binary, little-endian; positions as float [m], colours as uchar where the cloud has them.
std::string format_ply_cloud(const Cloud& cloud);

}  // namespace isocloth::io
