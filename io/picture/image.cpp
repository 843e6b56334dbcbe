#include "io/picture/image.hpp"

#include <png.h>

#include <algorithm>
#include <cstddef>

#include "io/file.hpp"

namespace isocloth::io {

namespace {

/// `path` is named where something is wrong.
std::string encode(const std::string& path, const Image& image) {
  const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
  if (image.width <= 0 || image.height <= 0 || image.rgb.size() != 3 * width * height) {
    fail_at(path, 0, "the picture has no pixels or too few; give it a size of at least 1 × 1");
  }
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(width);
  png.height = static_cast<png_uint_32>(height);
  png.format = PNG_FORMAT_RGB;
  const auto pixels = image.rgb.data();
  png_alloc_size_t bytes =
      PNG_IMAGE_PNG_SIZE_MAX(png);  // encoded in memory, then written whole or not at all
  std::string encoded(bytes, '\0');
  if (!png_image_write_to_memory(&png, encoded.data(), &bytes, 0, pixels, 0, nullptr)) {
    fail_at(path, 0, std::string("cannot be encoded (") + png.message + "); choose a smaller picture");
  }
  encoded.resize(bytes);
  return encoded;
}

}  // namespace

void paste(const Image& from, int left, int top, Image& to) {
  for (int y = 0; y < from.height; ++y) {
    const auto source = from.rgb.begin() + 3 * static_cast<std::ptrdiff_t>(y) * from.width;
    const auto target = to.rgb.begin() + 3 * (static_cast<std::ptrdiff_t>(top + y) * to.width + left);
    std::copy(source, source + 3 * static_cast<std::ptrdiff_t>(from.width), target);
  }
}

Image side_by_side(const std::vector<Image>& images) {
  Image sheet;
  for (const Image& image : images) {
    sheet.width += image.width;
    sheet.height = std::max(sheet.height, image.height);
  }
  sheet.rgb.assign(3 * static_cast<std::size_t>(sheet.width) * sheet.height, 255);
  int left = 0;
  for (const Image& image : images) {
    paste(image, left, 0, sheet);
    left += image.width;
  }
  return sheet;
}

std::string to_png(const Image& image) { return encode("picture", image); }

void write_png(const std::string& path, const Image& image) { write_file(path, encode(path, image)); }

}  // namespace isocloth::io
