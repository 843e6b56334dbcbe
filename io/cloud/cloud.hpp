#pragma once

/// Point clouds as a depth camera gives them: points in any order, some with colour, over time.

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth::io {

using Rgb = std::array<std::uint8_t, 3>;  ///< sRGB

struct Cloud {
  Points points;            ///< [m], world frame
  std::vector<Rgb> colors;  ///< one per point, or none at all
  int dropped = 0;          ///< points of the file that no camera saw: not finite, or exactly 0, 0, 0

  int size() const { return static_cast<int>(points.rows()); }
  bool has_colors() const { return !colors.empty(); }
};

/// A recording: clouds are loaded one at a time, as all of them together may not fit into memory.
struct CloudSequence {
  std::string name;                ///< of the folder or manifest, for messages
  std::vector<double> times;       ///< [s], increasing
  std::vector<std::string> files;  ///< one per frame, for messages

  /// The cloud of a frame; InputError where it cannot be read. May be called from several threads.
  std::function<Cloud(int frame)> load;

  std::vector<std::string> remarks;  ///< what was done to put the frames in order
};

}  // namespace isocloth::io
