#include "fitting/cleaning/color_filter.hpp"

#include <cmath>

namespace isocloth::fitting {
namespace {

constexpr double kLightnessWeight = 0.3;

/// Light of each sRGB value, 0…1.
const std::array<double, 256>& linear_light() {
  static const std::array<double, 256> table = [] {
    std::array<double, 256> light{};
    for (int k = 0; k < 256; ++k) {
      const double s = k / 255.0;
      light[k] = s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
    }
    return light;
  }();
  return table;
}

double lab_curve(double t) {
  constexpr double kKnee = 216.0 / 24389;
  return t > kKnee ? std::cbrt(t) : t / (3 * 36.0 / 841) + 4.0 / 29;
}

}  // namespace

Vec3 to_lab(const io::Rgb& color) {
  const auto& light = linear_light();
  const double r = light[color[0]], g = light[color[1]], b = light[color[2]];
  const double x = lab_curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const double y = lab_curve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
  const double z = lab_curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

std::vector<bool> near_color(const std::vector<io::Rgb>& colors, const ColorFilter& filter) {
  const Vec3 wanted = to_lab(filter.color);
  std::vector<bool> near(colors.size());
  for (std::size_t k = 0; k < colors.size(); ++k) {
    Vec3 difference = to_lab(colors[k]) - wanted;
    difference[0] *= kLightnessWeight;
    near[k] = difference.norm() <= filter.distance;
  }
  return near;
}

}  // namespace isocloth::fitting
