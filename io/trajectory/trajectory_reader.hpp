#pragma once

/// Reads `.ict` files (layout.hpp, docs/trajectory-format.md), also those that a killed run left behind.

#include <cstdint>
#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// How a trajectory file ended.
struct TrajectoryCondition {
  std::size_t whole_frames = 0;     ///< frames read
  std::uint64_t bytes_ignored = 0;  ///< bytes after the last of them; 0 for a file that is whole
  std::string reason;               ///< why they were ignored, one sentence; empty for a file that is whole
  std::string program_version;      ///< version of isocloth that wrote the file
};

/// Reads the frames up to the first that is incomplete or damaged, and says so in `condition`.
/// InputError "PATH: …" for a file that is no trajectory or whose header is incomplete or damaged.
Trajectory read_trajectory(const std::string& path, TrajectoryCondition* condition = nullptr);

}  // namespace isocloth::io
