#pragma once

/// Pixels while a picture is made: linear light, several samples per final pixel in each direction.

#include <vector>

#include "io/picture/image.hpp"
#include "isocloth/core/types.hpp"

namespace isocloth::io {

using Color = Eigen::Vector3f;  ///< linear red, green, blue, 0 to 1

/// A colour from its usual hexadecimal sRGB code, 0xRRGGBB.
Color from_srgb(unsigned code);

/// a where t = 0, b where t = 1.
inline Color mix(const Color& a, const Color& b, float t) { return a + t * (b - a); }

/// Colours of signed errors: blue below zero, near white at zero, red above, equally dark at both ends;
/// `value` from −1 to 1, beyond them the end colours.
Color diverging_color(double value);

struct Canvas {
  Canvas(int width, int height, const Color& background);

  int width, height;
  std::vector<Color> pixels;  ///< row by row from the top

  Color& at(int x, int y) { return pixels[static_cast<std::size_t>(y) * width + x]; }
  const Color& at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }

  /// Lays `color` over the pixel; nothing happens outside the canvas.
  void blend(int x, int y, const Color& color, float opacity);
};

/// Each final pixel is the mean of samples × samples pixels.
Image to_image(const Canvas& canvas, int samples);

}  // namespace isocloth::io
