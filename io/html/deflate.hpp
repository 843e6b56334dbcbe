#pragma once

/// Bytes made small by zlib, in the form that a browser's DecompressionStream("deflate") reads.

#include <string>
#include <string_view>

namespace isocloth::io {

std::string deflated(std::string_view bytes);

}  // namespace isocloth::io
