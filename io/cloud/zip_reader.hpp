#pragma once

/// Entries of a zip archive, stored or deflated: what .npz files are made of. No Zip64.

#include <map>
#include <string>
#include <string_view>

namespace isocloth::io {

/// Contents by name; `path` names the file in errors.
std::map<std::string, std::string> read_zip(std::string_view bytes, const std::string& path);

}  // namespace isocloth::io
