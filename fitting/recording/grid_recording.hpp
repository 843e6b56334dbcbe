#pragma once

/// A cloth that was recorded: an n×m grid of its nodes over time, node k = row·columns + column.

#include <string>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth::fitting {

struct GridRecording {
  int rows = 0, columns = 0;  ///< the last row is the held one, where the cloth hangs
  std::vector<double> times;  ///< [s], increasing, irregular
  std::vector<Points>
      positions;  ///< [m], one per frame, rows·columns points; a node that was not seen is NaN

  /// What was done to get it, sentence by sentence (frames dropped, …), for the report.
  std::vector<std::string> remarks;
};

}  // namespace isocloth::fitting
