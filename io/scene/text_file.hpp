#pragma once

/// Text files of a scene, refused before they are read where they cannot be meant.

#include <string>

namespace isocloth::io {

/// Contents of a file of at most 16 MB, without a byte order mark; InputError otherwise.
std::string read_text_file(const std::string& path);

}  // namespace isocloth::io
