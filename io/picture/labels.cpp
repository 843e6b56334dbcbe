#include "io/picture/labels.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "io/picture/stage.hpp"
#include "io/picture/text.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {

namespace {

const Color kInk = from_srgb(0x4a5263);

void draw_centered(Canvas& canvas, const std::string& text, double middle, double base, double size) {
  draw_text(canvas, text, middle - 0.5 * text_width(text, size), base, size, kInk);
}

}  // namespace

std::string time_label(double time, double duration) {
  if (std::abs(time) >= 1e6) return "t = " + to_text(time) + " s";
  const double digits = duration > 0 ? 2 - std::floor(std::log10(duration) + 0.5) : 2;
  char text[64];
  const int decimals = static_cast<int>(std::clamp(digits, 2.0, 9.0));
  const auto end = std::to_chars(text, text + sizeof text, time, std::chars_format::fixed, decimals).ptr;
  return "t = " + std::string(text, end) + " s";
}

Canvas draw_label(const std::string& text, int width, int height) {
  Canvas strip(width, height, from_srgb(kPaper));
  const double size = std::min(0.42 * height, 0.9 * width / std::max(text_width(text, 1), 1.0));
  draw_centered(strip, text, 0.5 * width, 0.62 * height, size);
  return strip;
}

Legend area_error_legend(double range) {
  const std::string end = to_text(100 * range) + " %";
  return {-1, '-' + end, "area error", '+' + end};
}

Legend traction_legend(double range) { return {0, "0", "contact force per area", to_text(range) + " Pa"}; }

Canvas draw_legend(const Legend& legend, int width, int height) {
  Canvas strip(width, height, from_srgb(kPaper));
  const int bar = std::min(width * 6 / 10, 12 * height), left = (width - bar) / 2;
  const int top = height * 8 / 100, bottom = height * 34 / 100;
  for (int y = top; y < bottom; ++y) {
    for (int x = 0; x < bar; ++x)
      strip.at(left + x, y) = diverging_color(legend.first + (1 - legend.first) * x / bar);
  }
  const double size = std::min(0.24 * height, 0.03 * bar), base = 0.8 * height;
  draw_centered(strip, legend.low, left, base, size);
  draw_centered(strip, legend.name, 0.5 * width, base, size);
  draw_centered(strip, legend.high, left + bar, base, size);
  return strip;
}

}  // namespace isocloth::io
