#pragma once

/// A tracked grid as CSV, as read_grid reads it: `t,x0,y0,z0,x1,…`, one row per frame, [s] and [m] to the
/// hundredth of a millimetre; `nan` where a node was not seen.

#include <string>

#include "fitting/recording/grid_recording.hpp"

namespace isocloth::fitting {

std::string format_grid(const GridRecording& grid);

}  // namespace isocloth::fitting
