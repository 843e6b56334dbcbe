#pragma once

/// A few words on a picture, drawn with round strokes: digits, . - + = % and the letters of "t s area error
/// contact force per Pa".

#include <string_view>

#include "io/picture/canvas.hpp"

namespace isocloth::io {

/// Width of the text [pixels] where digits are `size` pixels high.
double text_width(std::string_view text, double size);

/// Draws the text from `left`, standing on `base`; characters without a shape leave a gap.
void draw_text(Canvas& canvas, std::string_view text, double left, double base, double size,
               const Color& color);

}  // namespace isocloth::io
