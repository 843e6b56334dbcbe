#pragma once

/// How far the nodes of two recordings of the same motion are apart, frame by frame.

#include "fitting/recording/grid_recording.hpp"

namespace isocloth::fitting {

struct GridDistance {
  double mean = 0;         ///< over frames and nodes [m]
  double worst_frame = 0;  ///< largest mean over the nodes of a frame [m]
  double largest = 0;      ///< of one node in one frame [m]
  double seen = 0;         ///< share of the nodes that were compared [-]
  int frames = 0;          ///< compared
};

/// Frames are matched by their times (to a tenth of a millisecond); those without a partner, and nodes that
/// are NaN, are left out. InputError where the grids differ in size or no frame has a partner.
GridDistance distance_between(const GridRecording& tracked, const GridRecording& truth);

}  // namespace isocloth::fitting
