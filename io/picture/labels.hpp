#pragma once

/// The words on a picture: times under the panels, and the legend of area errors.

#include <string>

#include "io/picture/canvas.hpp"

namespace isocloth::io {

/// "t = 0.40 s", with as many decimals as tell apart moments of a run of this duration [s].
std::string time_label(double time, double duration);

/// A strip of paper with `text` in its middle.
Canvas draw_label(const std::string& text, int width, int height);

/// A strip with the colours from −range to +range, its ends in percent.
Canvas draw_legend(double range, int width, int height);

}  // namespace isocloth::io
