#include "io/picture/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace isocloth::io {

namespace {

float to_linear(unsigned byte) {
  const float s = static_cast<float>(byte) / 255;
  return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
}

std::uint8_t to_byte(float linear) {
  const float c = std::clamp(linear, 0.0f, 1.0f);
  const float s = c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f;
  return static_cast<std::uint8_t>(std::lround(255 * s));
}

}  // namespace

Color from_srgb(unsigned code) {
  return {to_linear(code >> 16 & 0xFF), to_linear(code >> 8 & 0xFF), to_linear(code & 0xFF)};
}

Color diverging_color(double value) {
  static const std::array<Color, 9> kStops{from_srgb(0x1b3f7f), from_srgb(0x3f74b5), from_srgb(0x7fabd3),
                                           from_srgb(0xc3d9ea), from_srgb(0xf4f2ee), from_srgb(0xf4cdb9),
                                           from_srgb(0xdf8f74), from_srgb(0xbf4a45), from_srgb(0x861a2f)};
  const double place = (std::clamp(value, -1.0, 1.0) + 1) / 2 * (kStops.size() - 1);
  const auto below = std::min<std::size_t>(static_cast<std::size_t>(place), kStops.size() - 2);
  return mix(kStops[below], kStops[below + 1], static_cast<float>(place - static_cast<double>(below)));
}

Canvas::Canvas(int width_in, int height_in, const Color& background)
    : width(width_in),
      height(height_in),
      pixels(static_cast<std::size_t>(width_in) * height_in, background) {}

void Canvas::blend(int x, int y, const Color& color, float opacity) {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  at(x, y) = mix(at(x, y), color, opacity);
}

Image to_image(const Canvas& canvas, int samples) {
  Image image{canvas.width / samples, canvas.height / samples, {}};
  image.rgb.reserve(3 * static_cast<std::size_t>(image.width) * image.height);
  const float share = 1.0f / static_cast<float>(samples * samples);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      Color sum = Color::Zero();
      for (int j = 0; j < samples; ++j) {
        for (int i = 0; i < samples; ++i) sum += canvas.at(x * samples + i, y * samples + j);
      }
      for (int k = 0; k < 3; ++k) image.rgb.push_back(to_byte(sum[k] * share));
    }
  }
  return image;
}

}  // namespace isocloth::io
