#pragma once

/// Point clouds to the nodes of the cloth in them.

#include <array>

#include "fitting/clouds/cloud.hpp"
#include "fitting/recording/grid_recording.hpp"

namespace isocloth::fitting {

struct TrackOptions {
  std::array<double, 2> size{0.297, 0.42};  ///< of the cloth at rest: along a row, along a column [m]
  std::array<int, 2> nodes{9, 9};           ///< columns, rows of the grid
};

/// Cleans each cloud and meshes what is left; frames without cloth in view are dropped, and the remarks say
/// so. InputError where no frame shows the cloth.
GridRecording track_clouds(const CloudSequence& clouds, const TrackOptions& options);

}  // namespace isocloth::fitting
