#pragma once

/// A recording from wherever it is: tracked nodes (recording.hpp), or point clouds, in which the nodes are
/// found first.

#include <functional>

#include "fitting/recording/recording.hpp"

namespace isocloth::fitting {

/// A folder with recording.yaml, that file, or a CSV of nodes is read; a folder without one, a manifest of
/// clouds or an .npz is tracked as track.yaml beside it says (size, colour, half-spaces, see
/// meshing/track_file.hpp), and the motion of the tool is taken from tool.csv beside it where `options` name
/// none. `watch` is told which frame of how many is tracked.
Recording open_recording(const std::string& path, const RecordingOptions& options,
                         const std::function<void(int frame, int frames)>& watch = {});

}  // namespace isocloth::fitting
