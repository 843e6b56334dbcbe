#pragma once

/// Binary data as text (RFC 4648, with padding), as XML needs it.

#include <string>
#include <string_view>

namespace isocloth::io {

std::string to_base64(std::string_view bytes);

}  // namespace isocloth::io
