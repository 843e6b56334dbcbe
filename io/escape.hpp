#pragma once

/// Text as it stands inside an element or attribute of HTML, SVG and XML.

#include <string>
#include <string_view>

namespace isocloth::io {

/// Characters that mean something are written out; control characters become spaces.
std::string escaped(std::string_view text);

}  // namespace isocloth::io
