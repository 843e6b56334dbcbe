#include "fitting/meshing/tracker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fitting/meshing/first_sheet.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

constexpr double kMostCells = 60;        ///< of the sheet along the longer side, where the grid has fewer
constexpr double kAround = 0.08;         ///< the cloth is sought this far around where it is expected [m]
constexpr double kLeastCoverage = 0.35;  ///< of the sheet, below which the cloth counts as lost [-]
constexpr double kLargestRms = 0.015;    ///< of points from the sheet, above which it does [m]
constexpr double kLargestMiss = 0.015;   ///< of the outermost points, above which it does [m]
/// Gaps of a first cloud that are closed; the wider ones where something before the cloth cuts it in two
/// [cells].
constexpr std::array<double, 2> kBridged{3, 12};
constexpr double kSizeTolerance = 0.25;  ///< of the first patch's sides [-]
constexpr double kVelocityMemory = 0.5;  ///< share of the last frame in the velocity [-]
constexpr double kLongestStep = 0.2;     ///< velocities mean nothing after this [s]

/// Cells of the sheet along one cell of the grid. A large cloth has larger cells, so that it has not too
/// many.
int cells_per_cell(const TrackOptions& options, int axis) {
  const double largest = std::max(options.cell, std::max(options.size[0], options.size[1]) / kMostCells);
  return std::max(1, static_cast<int>(std::ceil(options.size[axis] / (options.nodes[axis] - 1) / largest)));
}

SheetShape shape_of(const TrackOptions& options, const std::array<int, 2>& cells) {
  return {{(options.nodes[0] - 1) * cells[0] + 1, (options.nodes[1] - 1) * cells[1] + 1}, options.size};
}

/// What is wrong with the sides of a first patch; empty where they fit the cloth.
std::string size_problem(const std::array<double, 2>& seen, const std::array<double, 2>& size) {
  const auto fits = [](double a, double b) { return std::abs(a - b) <= kSizeTolerance * b; };
  if (fits(seen[0], size[0]) && fits(seen[1], size[1])) return {};
  const auto text = [](double length) { return to_text(std::round(length * 1000) / 1000); };
  const bool swapped = fits(seen[0], size[1]) && fits(seen[1], size[0]);
  return "shows a piece of about " + text(seen[0]) + " m along the held side and " + text(seen[1]) +
         " m down, but the cloth should measure " + text(size[0]) + " by " + text(size[1]) +
         (swapped ? "; swap the two sizes" : "; correct the size, or filter out what is not cloth");
}

}  // namespace

Tracker::Tracker(const TrackOptions& options)
    : options_(options),
      cells_{cells_per_cell(options, 0), cells_per_cell(options, 1)},
      shape_(shape_of(options, cells_)),
      fit_(shape_, options.sheet) {}

Points Tracker::expected(double time) const {
  const double dt = time - time_;
  return dt < kLongestStep ? Points(x_ + dt * velocity_) : x_;
}

std::optional<Box> Tracker::region(double time) const {
  if (!following_) return std::nullopt;
  const Points x = expected(time);
  return Box{x.colwise().minCoeff().transpose() - Vec3::Constant(kAround),
             x.colwise().maxCoeff().transpose() + Vec3::Constant(kAround)};
}

bool Tracker::looks_right() const {
  return report_.coverage >= kLeastCoverage && report_.rms <= kLargestRms &&
         report_.edge_miss <= kLargestMiss && x_.allFinite();
}

bool Tracker::start(const Points& cloud) {
  report_ = {};
  std::optional<FirstSheet> sheet;
  for (const double bridged : kBridged) {
    sheet = find_sheet(cloud, shape_, last_corners_, bridged);
    if (!sheet) return false;
    size_problem_ = size_problem(sheet->side_lengths, options_.size);
    if (size_problem_.empty()) break;
  }
  if (!size_problem_.empty()) return false;
  x_ = sheet->x;
  report_ = fit_.fit(cloud, x_, true, x_);
  for (int round = 0; round < 2 && x_.allFinite(); ++round) {
    const Points before = x_;
    report_ = fit_.fit(cloud, before, false, x_);
  }
  velocity_ = Points::Zero(x_.rows(), 3);
  return looks_right();
}

bool Tracker::follow(const Points& cloud, double time) {
  if (!following_) {
    following_ = start(cloud);
  } else {
    const Points before = x_, guess = expected(time);
    x_ = guess;
    report_ = fit_.fit(cloud, guess, false, x_);
    const double dt = time - time_;
    if (looks_right() && dt < kLongestStep)
      velocity_ += kVelocityMemory * ((x_ - before) / dt - velocity_);
    else
      velocity_.setZero();
    following_ = looks_right() || start(cloud);
  }
  time_ = time;
  if (!following_) return false;
  const int right = shape_.nodes[0] - 1, top = shape_.nodes[1] - 1;
  last_corners_ = {x_.row(0), x_.row(right), x_.row(shape_.node(right, top)), x_.row(shape_.node(0, top))};
  return true;
}

int Tracker::points_near(int column, int row) const {
  const int across = shape_.nodes[0] - 1, down = shape_.nodes[1] - 1;
  const int reach_u = (cells_[0] + 1) / 2, reach_v = (cells_[1] + 1) / 2;
  int count = 0;
  for (int r = std::max(0, row * cells_[1] - reach_v); r < std::min(down, row * cells_[1] + reach_v); ++r)
    for (int c = std::max(0, column * cells_[0] - reach_u);
         c < std::min(across, column * cells_[0] + reach_u); ++c)
      count += report_.cell_points[static_cast<std::size_t>(r) * across + c];
  return count;
}

Points Tracker::nodes() const {
  constexpr int kFewestPoints = 4;
  Points nodes(options_.nodes[0] * options_.nodes[1], 3);
  for (int r = 0; r < options_.nodes[1]; ++r) {
    for (int c = 0; c < options_.nodes[0]; ++c) {
      const int k = r * options_.nodes[0] + c;
      if (points_near(c, r) >= kFewestPoints)
        nodes.row(k) = x_.row(shape_.node(c * cells_[0], r * cells_[1]));
      else
        nodes.row(k).setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  }
  return nodes;
}

}  // namespace isocloth::fitting
