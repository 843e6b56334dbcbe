#pragma once

/// The three kinds of file that `info` knows.

#include "commands.hpp"
#include "isocloth/core/types.hpp"
#include "output.hpp"

namespace isocloth::cli {

ExitStatus info_mesh(const std::string& path, bool json);
ExitStatus info_scene(const std::string& path, bool json);
ExitStatus info_trajectory(const std::string& path, bool json);

/// One line of the text form: a name, and what is known under it.
std::string entry(const std::string& name, const std::string& value);

/// [x, y, z] of a vector.
Json json_of(const Vec3& vector);

/// "(0, 0, 1)".
std::string text_of(const Vec3& vector);

}  // namespace isocloth::cli
