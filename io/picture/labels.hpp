#pragma once

/// The words on a picture: times under the panels, and the legend of colours.

#include <string>

#include "io/picture/canvas.hpp"

namespace isocloth::io {

/// "t = 0.40 s", with as many decimals as tell apart moments of a run of this duration [s].
std::string time_label(double time, double duration);

/// A strip of paper with `text` in its middle.
Canvas draw_label(const std::string& text, int width, int height);

/// What the colours mean: values from `first` to 1 of the colour map, with words below.
struct Legend {
  double first = -1;  ///< −1: all colours, 0: from white on
  std::string low, name, high;
};

Legend area_error_legend(double range);  ///< from −range to +range, in percent
Legend traction_legend(double range);    ///< from 0 to range [N/m²]

/// A strip with the colours and their meaning.
Canvas draw_legend(const Legend& legend, int width, int height);

}  // namespace isocloth::io
