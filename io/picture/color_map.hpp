#pragma once

/// Colours of signed errors: blue below zero, near white at zero, red above; equally dark at both ends.

#include "io/picture/canvas.hpp"

namespace isocloth::io {

/// `value` from −1 to 1; beyond, the end colours.
Color diverging_color(double value);

}  // namespace isocloth::io
