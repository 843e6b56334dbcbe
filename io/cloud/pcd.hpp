#pragma once

/// PCD, the format of the Point Cloud Library: ascii, binary and binary_compressed.
///
///   VERSION 0.7 / FIELDS x y z rgb / SIZE 4 4 4 4 / TYPE F F F F / COUNT 1 1 1 1 / WIDTH … / DATA binary
///
/// Field rgb (or rgba) holds 0xRRGGBB in the bits of its number. Other fields are read over.
/// binary_compressed holds the sizes before and after (two uint32) and LZF data, in which fields follow each
/// other as columns.

#include <string>
#include <string_view>

#include "io/cloud/cloud.hpp"

namespace isocloth::io {

/// `path` names the file in errors. Points may be NaN: the caller drops them.
Cloud parse_pcd(std::string_view bytes, const std::string& path);

}  // namespace isocloth::io
