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

/// Draws `from` into `to`, its top left corner at (left, top); it must fit.
void paste(const Image& from, int left, int top, Image& to);

/// Pictures from left to right on white, tops aligned.
Image side_by_side(const std::vector<Image>& images);

/// The bytes of a PNG file. InputError "picture: …" where the image has no pixels.
std::string to_png(const Image& image);

/// InputError "PATH: …" where the file cannot be written or the image has no pixels.
void write_png(const std::string& path, const Image& image);

}  // namespace isocloth::io
