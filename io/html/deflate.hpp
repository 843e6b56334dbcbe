#pragma once

/// Bytes made small by zlib, in the form that a browser's DecompressionStream("deflate") reads.

#include <string>
#include <string_view>

namespace isocloth::io {

/// InputError where memory is missing. `effort`: 1, fast, to 9, small.
std::string deflated(std::string_view bytes, int effort = 8);

}  // namespace isocloth::io
