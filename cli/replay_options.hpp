#pragma once

/// What `export` and `view` share: which trajectories, and how the page opens.

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "io/html/replay_data.hpp"

namespace isocloth::cli {

void add_replay_options(CLI::App& command, io::ReplayOptions& options);

/// InputError for options that cannot be meant.
void check_options(const io::ReplayOptions& options);

/// Reads trajectories; each is named after its file.
std::vector<io::NamedTrajectory> read_named(const std::vector<std::string>& paths);

}  // namespace isocloth::cli
