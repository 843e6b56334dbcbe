#pragma once

/// Where files lie that come with the program: beside it once it is installed, in the project before that.

#include <filesystem>

namespace isocloth::cli {

/// share/isocloth/NAME beside the program's bin, or else `built`.
std::filesystem::path find_data(const std::string& name, const std::filesystem::path& built);

}  // namespace isocloth::cli
