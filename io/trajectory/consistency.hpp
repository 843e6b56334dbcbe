#pragma once

/// What every reader and writer of trajectories may rely on: indices in range, shapes that agree, finite
/// numbers.

#include <optional>
#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// The first thing wrong in `info`, as the rest of a sentence, or nothing.
std::optional<std::string> problem_in(const TrajectoryInfo& info);

/// The first thing wrong in `frame`, taken as a frame of `info`, or nothing.
std::optional<std::string> problem_in(const Frame& frame, const TrajectoryInfo& info);

/// Throws InputError "PATH: …" for the first problem in the trajectory that is to be written there.
void require_consistent(const std::string& path, const Trajectory& trajectory);

/// Throws InputError "PATH: …" where a position is too large for the float32 of the format there.
void require_float_range(const std::string& path, const Trajectory& trajectory);

/// The last frame; InputError "PATH: …" where there is none.
const Frame& last_frame(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
