#pragma once

/// Which frames a picture shows, and which nodes were held in them.

#include <vector>

#include "io/picture/options.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// Indices of the frames nearest to the wanted times; evenly spaced times never show more panels than frames.
std::vector<std::size_t> choose_frames(const std::vector<Frame>& frames, const PictureOptions& options);

/// Nodes of all grasps that hold in a frame. A grasp that does not hold has a force of exactly zero, but so
/// has one that has only just begun: it holds where it pulls in this frame or in the next. One that never
/// pulls in the whole run always holds.
std::vector<int> held_nodes(const Trajectory& trajectory, std::size_t frame);

}  // namespace isocloth::io
