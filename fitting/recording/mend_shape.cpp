#include "fitting/recording/read_grid.hpp"

#include <algorithm>
#include <cmath>

#include "fitting/recording/quantiles.hpp"
#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

/// From the middle of the first row to that of the last, mean over the first frames.
Vec3 upwards(const GridRecording& grid) {
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (std::size_t f = 0; f < std::min<std::size_t>(grid.positions.size(), 10); ++f)
    for (int c = 0; c < grid.columns; ++c) {
      const Vec3 up =
          (grid.positions[f].row((grid.rows - 1) * grid.columns + c) - grid.positions[f].row(c)).transpose();
      if (up.allFinite()) sum += up, ++count;
    }
  return count > 0 ? Vec3(sum / count) : Vec3::Zero();
}

}  // namespace

void mend_units(GridRecording& grid, const GridOptions& options, const std::string& path) {
  const std::array<double, 2> size = measured_size(grid);
  if (!(size[0] > 0) || !(size[1] > 0))
    io::fail_at(path, 0, "all nodes of a row are in one place; no cloth was tracked");
  const double wanted = options.size ? ((*options.size)[0] + (*options.size)[1]) / 2 : 0;
  const double ratio = (size[0] + size[1]) / 2 / (wanted > 0 ? wanted : 1);
  for (const auto& [unit, per_metre] : {std::pair{"millimetres", 1000.0}, std::pair{"centimetres", 100.0}}) {
    // without a size to compare with, cloth of 20 m and more is taken for one of 2 cm and more in mm
    const bool meant =
        wanted > 0 ? std::abs(std::log(ratio / per_metre)) < std::log(1.5) : per_metre == 1000 && ratio > 20;
    if (!meant) continue;
    for (Points& x : grid.positions) x /= per_metre;
    grid.remarks.push_back(std::string("Positions are in ") + unit + "; converted to metres.");
    return;
  }
  if (wanted > 0 && (ratio < 0.5 || ratio > 2))
    io::fail_at(path, 0,
                "shows a cloth of " + to_text(size[0]) + "×" + to_text(size[1]) +
                    " m, but its size is said to be " + to_text((*options.size)[0]) + "×" +
                    to_text((*options.size)[1]) + " m; mend the size or the units");
}

void check_upright(GridRecording& grid, const std::string& path) {
  const Vec3 up = upwards(grid);
  Eigen::Index axis = 0;
  if (up.norm() == 0) return;
  up.cwiseAbs().maxCoeff(&axis);
  if (axis != 2)
    io::fail_at(path, 0,
                std::string("the held (last) row is not above the first but beside it, along ") +
                    "xyz"[axis] + "; z must point up: are coordinates swapped?");
  if (up.z() > 0) return;
  for (Points& x : grid.positions) {
    const Points before = x;
    for (int r = 0; r < grid.rows; ++r)
      x.middleRows(r * grid.columns, grid.columns) =
          before.middleRows((grid.rows - 1 - r) * grid.columns, grid.columns);
  }
  grid.remarks.push_back(
      "The first row hangs above the last; rows were turned round, the last is the held one.");
}

std::array<double, 2> measured_size(const GridRecording& grid) {
  const auto median_way = [&](int lines, int steps, int line_stride, int step_stride) {
    std::vector<double> ways;
    for (const Points& x : grid.positions)
      for (int l = 0; l < lines; ++l) {
        double way = 0;
        for (int s = 0; s < steps; ++s)
          way += (x.row(l * line_stride + (s + 1) * step_stride) - x.row(l * line_stride + s * step_stride))
                     .norm();
        if (std::isfinite(way)) ways.push_back(way);
      }
    return ways.empty() ? 0.0 : middle_of(std::move(ways));
  };
  return {median_way(grid.rows, grid.columns - 1, grid.columns, 1),
          median_way(grid.columns, grid.rows - 1, 1, grid.columns)};
}

}  // namespace isocloth::fitting
