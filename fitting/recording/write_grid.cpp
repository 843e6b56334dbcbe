#include "fitting/recording/read_grid.hpp"

#include <charconv>
#include <cmath>

namespace isocloth::fitting {
namespace {

void append_fixed(std::string& text, double value, int decimals) {
  char digits[64];
  const auto [end, error] =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, decimals);
  text += std::isnan(value) || error != std::errc() ? std::string("nan") : std::string(digits, end);
}

}  // namespace

std::string format_grid(const GridRecording& grid) {
  std::string text = "t";
  for (int k = 0; k < grid.rows * grid.columns; ++k) {
    const std::string number = std::to_string(k);
    text += ",x" + number + ",y" + number + ",z" + number;
  }
  text += "\n";
  for (std::size_t frame = 0; frame < grid.times.size(); ++frame) {
    append_fixed(text, grid.times[frame], 6);
    const Points& x = grid.positions[frame];
    for (Eigen::Index k = 0; k < x.size(); ++k) {
      text += ",";
      append_fixed(text, x.data()[k], 5);
    }
    text += "\n";
  }
  return text;
}

}  // namespace isocloth::fitting
