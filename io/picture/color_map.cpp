#include "io/picture/color_map.hpp"

#include <algorithm>
#include <array>

namespace isocloth::io {

Color diverging_color(double value) {
  static const std::array<Color, 9> kStops{from_srgb(0x1b3f7f), from_srgb(0x3f74b5), from_srgb(0x7fabd3),
                                           from_srgb(0xc3d9ea), from_srgb(0xf4f2ee), from_srgb(0xf4cdb9),
                                           from_srgb(0xdf8f74), from_srgb(0xbf4a45), from_srgb(0x861a2f)};
  const double place = (std::clamp(value, -1.0, 1.0) + 1) / 2 * (kStops.size() - 1);
  const auto below = std::min<std::size_t>(static_cast<std::size_t>(place), kStops.size() - 2);
  return mix(kStops[below], kStops[below + 1], static_cast<float>(place - static_cast<double>(below)));
}

}  // namespace isocloth::io
