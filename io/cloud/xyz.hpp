#pragma once

/// XYZ: a point per line, `x y z` or `x y z r g b`, between blanks, commas or semicolons.
///
/// Lines that begin with # or // and a line of column names at the top are read over. Colours are 0…255.

#include <string>
#include <string_view>

#include "io/cloud/cloud.hpp"

namespace isocloth::io {

/// `path` names the file in errors. Points may be NaN: the caller drops them.
Cloud parse_xyz(std::string_view text, const std::string& path);

}  // namespace isocloth::io
