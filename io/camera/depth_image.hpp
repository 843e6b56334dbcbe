#pragma once

/// What an ideal depth camera sees: for each pixel the nearest surface, its depth, colour and slant.

#include <limits>
#include <vector>

#include "io/cloud/cloud.hpp"

namespace isocloth::io {

struct DepthPixel {
  float depth = std::numeric_limits<float>::infinity();  ///< along the view [m]; infinite: nothing there
  float facing = 0;                                      ///< cosine between the view and the normal [-]
  Rgb color{};
};

struct DepthImage {
  DepthImage(int w, int h) : width(w), height(h), pixels(static_cast<std::size_t>(w) * h) {}

  int width, height;
  std::vector<DepthPixel> pixels;  ///< row by row from the top

  const DepthPixel& at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }
  bool holds(int x, int y) const { return x >= 0 && x < width && y >= 0 && y < height; }
};

}  // namespace isocloth::io
