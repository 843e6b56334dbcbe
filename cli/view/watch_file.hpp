#pragma once

/// The page of a run that another program computes: the newest frame of the trajectory that it writes.

#include <string>

#include "view/server.hpp"

namespace isocloth::cli {

/// Serves until a signal comes. InputError where the file is no trajectory.
void watch_file(const std::string& path, ServerOptions options, bool open);

}  // namespace isocloth::cli
