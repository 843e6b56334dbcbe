#include "io/picture/options.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/core/require.hpp"

namespace isocloth::io {

namespace {

std::optional<std::string> outside(const char* name, int value, int low, int high) {
  if (low <= value && value <= high) return std::nullopt;
  return std::string(name) + " must be from " + std::to_string(low) + " to " + std::to_string(high) +
         ", got " + std::to_string(value);
}

}  // namespace

std::optional<std::string> PictureOptions::problem() const {
  constexpr int kMaxPanels = 400, kMaxSide = 4096, kMaxSamples = 5;  // together below what memory holds
  constexpr double kMaxPixels = 2e8,
                   kMaxPanelSamples = 6e7;  // 0.6 GB for the sheet, 1.2 GB for a panel in work
  const int count =
      times.empty() ? panels : static_cast<int>(std::min<std::size_t>(times.size(), kMaxPanels + 1));
  if (auto bad = outside(times.empty() ? "panels" : "number of times", count, 1, kMaxPanels)) return bad;
  if (columns) {
    if (auto bad = outside("columns", *columns, 1, kMaxPanels)) return bad;
  }
  if (auto bad = outside("panel_width", panel_width, 32, kMaxSide)) return bad;
  if (auto bad = outside("panel_height", panel_height, 32, kMaxSide)) return bad;
  if (auto bad = outside("samples", samples, 1, kMaxSamples)) return bad;
  if (1.0 * count * panel_width * panel_height > kMaxPixels)
    return "the picture would have more than 2e8 pixels; lower panels or their size";
  if (1.0 * panel_width * panel_height * samples * samples > kMaxPanelSamples) {
    return "a panel would have more than 6e7 samples; lower samples or its size";
  }
  for (const double time : times) {
    if (!std::isfinite(time)) return "times must be finite, got " + to_text(time);
  }
  if (!camera_direction.allFinite() || !(camera_direction.norm() > 1e-9) || camera_direction.norm() > 1e9) {
    return "camera_direction must be a finite vector that is not zero";
  }
  if (fitted && !(fitted->rows() > 0 && fitted->allFinite()))
    return "fitted must be finite points, at least one";
  if (ground_height && !std::isfinite(*ground_height)) return "ground_height must be finite";
  if (color_by_area_error && color_by_contact_force)
    return "colours show either area errors or contact forces; choose one of them";
  if (area_error_range && !(*area_error_range > 0 && std::isfinite(*area_error_range))) {
    return "area_error_range must be > 0, got " + to_text(*area_error_range);
  }
  return std::nullopt;
}

}  // namespace isocloth::io
