#pragma once

/// Frames at irregular times to any time: linear in between, a node at a time, over frames that did not see
/// it.

#include "fitting/recording/grid_recording.hpp"
#include "isocloth/dynamics/motion.hpp"

namespace isocloth::fitting {

/// The path of one node over the frames that see it, as a motion of the simulation; constant before and
/// after. InputError where no frame sees it.
Motion node_motion(const GridRecording& grid, int node);

/// The same recording at times first, first + dt, … up to the last frame; nodes that no frame sees stay NaN.
GridRecording resample(const GridRecording& grid, double dt);

}  // namespace isocloth::fitting
