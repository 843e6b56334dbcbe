#pragma once

/// One trajectory inside a replay: its arrays, and what the JSON text says of them.

#include "io/html/replay_data.hpp"
#include "io/html/sections.hpp"

namespace isocloth::io {

/// Adds the arrays of a trajectory; frames faster than `frames_per_second` are left out.
Sections::Json describe_trajectory(const NamedTrajectory& named, double frames_per_second,
                                   Sections& sections);

/// The cloth, the obstacles and the grasps at rest: everything but the frames. A live page starts with it.
Sections::Json describe_things(const TrajectoryInfo& info, Sections& sections);

}  // namespace isocloth::io
