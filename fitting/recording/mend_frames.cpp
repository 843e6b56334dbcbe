#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "fitting/recording/read_grid.hpp"
#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

/// A frame in which fewer of the nodes are seen is of no use.
constexpr double kSeenShare = 0.5;

/// Longer pauses between frames are worth a remark [s]; cameras make 10 to 60 frames a second.
constexpr double kGap = 0.4;

void keep(GridRecording& grid, const std::vector<std::size_t>& frames) {
  GridRecording kept = grid;
  kept.times.clear();
  kept.positions.clear();
  for (const std::size_t f : frames) {
    kept.times.push_back(grid.times[f]);
    kept.positions.push_back(grid.positions[f]);
  }
  grid = std::move(kept);
}

void sort_by_time(GridRecording& grid) {
  if (std::is_sorted(grid.times.begin(), grid.times.end())) return;
  std::vector<std::size_t> order(grid.times.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return grid.times[a] < grid.times[b]; });
  keep(grid, order);
  grid.remarks.push_back("Times were not in order; frames were sorted.");
}

bool same_points(const Points& a, const Points& b) {
  for (Eigen::Index k = 0; k < a.size(); ++k)
    if (a.data()[k] != b.data()[k] && !(std::isnan(a.data()[k]) && std::isnan(b.data()[k]))) return false;
  return true;
}

/// A camera that has nothing new may hand out its last frame again, with a later time.
void drop_repeated(GridRecording& grid) {
  std::vector<std::size_t> frames;
  int repeated = 0, same_time = 0;
  for (std::size_t f = 0; f < grid.times.size(); ++f) {
    const bool again = !frames.empty() && grid.times[f] <= grid.times[frames.back()];
    const bool copy = f > 0 && same_points(grid.positions[f], grid.positions[f - 1]);
    same_time += again;
    repeated += copy && !again;
    if (!again && !copy) frames.push_back(f);
  }
  if (frames.size() == 1 && grid.times.size() > 2) frames = {0, grid.times.size() - 1};  // it never moved
  if (frames.size() == grid.times.size()) return;
  keep(grid, frames);
  if (repeated > 0)
    grid.remarks.push_back(std::to_string(repeated) + " frames repeat the one before them; dropped.");
  if (same_time > 0)
    grid.remarks.push_back(std::to_string(same_time) + " frames have the time of the one before; dropped.");
}

/// Frames further apart than this were stamped in another unit, or are no motion [s].
constexpr double kMostPause = 2;

void check_pace(const GridRecording& grid, const std::string& path) {
  std::vector<double> pauses;
  for (std::size_t f = 1; f < grid.times.size(); ++f) pauses.push_back(grid.times[f] - grid.times[f - 1]);
  std::nth_element(pauses.begin(), pauses.begin() + static_cast<std::ptrdiff_t>(pauses.size() / 2),
                   pauses.end());
  const double pause = pauses[pauses.size() / 2];
  if (pause > kMostPause)
    io::fail_at(
        path, 0,
        "its frames are " + to_text(pause) + " s apart; are its times in milliseconds? Write seconds");
}

bool seen(const Points& x, Eigen::Index node) { return x.row(node).allFinite(); }

void drop_blind(GridRecording& grid, const std::string& path) {
  std::vector<std::size_t> frames;
  std::size_t lost = 0, nodes = 0;
  for (std::size_t f = 0; f < grid.times.size(); ++f) {
    Points& x = grid.positions[f];
    Eigen::Index here = 0;
    for (Eigen::Index k = 0; k < x.rows(); ++k) {
      if (seen(x, k))
        ++here;
      else
        x.row(k).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
    lost += static_cast<std::size_t>(x.rows() - here);
    nodes += static_cast<std::size_t>(x.rows());
    if (static_cast<double>(here) >= kSeenShare * static_cast<double>(x.rows())) frames.push_back(f);
  }
  const std::size_t dropped = grid.times.size() - frames.size();
  keep(grid, frames);
  if (frames.size() < 2)
    io::fail_at(path, 0,
                "shows the cloth in " + std::to_string(frames.size()) + " of " +
                    std::to_string(frames.size() + dropped) +
                    " frames; at least two must see half of its nodes");
  if (lost > 0)
    grid.remarks.push_back(std::to_string(lost) + " of " + std::to_string(nodes) +
                           " node positions were not seen and do not count.");
  if (dropped > 0)
    grid.remarks.push_back(std::to_string(dropped) + " frames see less than half of the nodes; dropped.");
}

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

void remark_gaps(GridRecording& grid) {
  int gaps = 0;
  double longest = 0;
  for (std::size_t f = 1; f < grid.times.size(); ++f) {
    const double pause = grid.times[f] - grid.times[f - 1];
    gaps += pause > kGap;
    longest = std::max(longest, pause);
  }
  if (gaps > 0)
    grid.remarks.push_back(std::to_string(gaps) + " gaps between frames are longer than " + to_text(kGap) +
                           " s, the longest " + to_text(longest) + " s.");
}

}  // namespace

void mend_frames(GridRecording& grid, const GridOptions& options, const std::string& path) {
  sort_by_time(grid);
  drop_repeated(grid);
  drop_blind(grid, path);
  check_pace(grid, path);
  mend_units(grid, options, path);
  if (options.hangs) check_upright(grid, path);
  remark_gaps(grid);
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
    if (ways.empty()) return 0.0;
    std::nth_element(ways.begin(), ways.begin() + static_cast<std::ptrdiff_t>(ways.size() / 2), ways.end());
    return ways[ways.size() / 2];
  };
  return {median_way(grid.rows, grid.columns - 1, grid.columns, 1),
          median_way(grid.columns, grid.rows - 1, 1, grid.columns)};
}

}  // namespace isocloth::fitting
