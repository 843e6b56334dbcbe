#pragma once

/// UTF-8 text as code points.

#include <string>
#include <string_view>

namespace isocloth::io {

/// Each byte that is no part of well-formed UTF-8 becomes U+FFFD.
std::u32string from_utf8(std::string_view text);

}  // namespace isocloth::io
