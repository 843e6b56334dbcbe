#pragma once

/// A finished picture, and its way into a PNG file.

#include <cstdint>
#include <string>
#include <vector>

namespace isocloth::io {

struct Image {
  int width = 0, height = 0;      ///< [pixels]
  std::vector<std::uint8_t> rgb;  ///< three bytes per pixel (sRGB), row by row from the top
};

/// The bytes of a PNG file. InputError "picture: …" where the image has no pixels.
std::string to_png(const Image& image);

/// InputError "PATH: …" where the file cannot be written or the image has no pixels.
void write_png(const std::string& path, const Image& image);

}  // namespace isocloth::io
