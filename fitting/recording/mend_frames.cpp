#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "fitting/recording/quantiles.hpp"
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
  const double pause = middle_of(std::move(pauses));
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

}  // namespace isocloth::fitting
