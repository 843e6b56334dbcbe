#pragma once

/// The viewer's script as it was built (viewer/), a part of the program.

#include <string_view>

namespace isocloth::io {

/// Empty where the program was built without node and npm.
std::string_view embedded_viewer();

}  // namespace isocloth::io
