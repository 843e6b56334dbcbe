#include "fitting/fit/hanger.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/motion.hpp"

namespace isocloth::fitting {
namespace {

/// Cameras are late, by less than this [s].
constexpr double kMostLatency = 1.0;
constexpr double kCoarse = 0.05, kFine = 0.005;  ///< steps of the search for the latency [s]

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A held node in the tool's frame, in each frame that sees it.
std::vector<Vec3> in_tool_frame(const Recording& recording, const PosePath& path, int node, double latency,
                                double from, double until) {
  std::vector<Vec3> points;
  const GridRecording& grid = recording.grid;
  for (std::size_t f = 0; f < grid.times.size(); ++f) {
    if (grid.times[f] < from || grid.times[f] > until) continue;
    const Vec3 x = grid.positions[f].row(node).transpose();
    if (x.allFinite()) points.push_back(path(grid.times[f] - latency).to_own(x));
  }
  return points;
}

Vec3 median_point(const std::vector<Vec3>& points) {
  Vec3 out;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double> values;
    for (const Vec3& p : points) values.push_back(p[axis]);
    out[axis] = median(values);
  }
  return out;
}

double mean_distance(const std::vector<Vec3>& points, const Vec3& to) {
  double sum = 0;
  for (const Vec3& p : points) sum += (p - to).norm();
  return points.empty() ? 0 : sum / static_cast<double>(points.size());
}

Hanger hanger_with(const Recording& recording, const PosePath& path, double latency, double until) {
  Hanger hanger{.latency = latency};
  for (const int node : recording.held) {
    const std::vector<Vec3> points = in_tool_frame(recording, path, node, latency, -INFINITY, until);
    require(!points.empty(), recording.name + ": held node " + std::to_string(node) +
                                 " is never seen in the part that is fitted; say which nodes are held");
    hanger.offsets.push_back(median_point(points));
    hanger.scatter +=
        mean_distance(points, hanger.offsets.back()) / static_cast<double>(recording.held.size());
  }
  return hanger;
}

Hanger best_latency(const Recording& recording, const PosePath& path, double until, double from, double to,
                    double step) {
  Hanger best = hanger_with(recording, path, from, until);
  for (double latency = from + step; latency <= to + step / 2; latency += step) {
    Hanger other = hanger_with(recording, path, latency, until);
    if (other.scatter < best.scatter) best = std::move(other);
  }
  return best;
}

void set_span(std::vector<Vec3>& offsets, double span) {
  const Vec3 middle = (offsets.front() + offsets.back()) / 2, across = offsets.back() - offsets.front();
  if (across.norm() == 0) return;
  offsets.front() = middle - across.normalized() * span / 2;
  offsets.back() = middle + across.normalized() * span / 2;
}

}  // namespace

Hanger calibrate_hanger(const Recording& recording, double until, double span) {
  require(recording.tool.has_value(), recording.name + ": there is no tool to calibrate");
  const PosePath path = recording.tool->path();
  Hanger hanger;
  if (recording.latency) {
    hanger = hanger_with(recording, path, *recording.latency, until);
  } else {
    const double coarse = best_latency(recording, path, until, 0, kMostLatency, kCoarse).latency;
    hanger = best_latency(recording, path, until, std::max(0.0, coarse - kCoarse), coarse + kCoarse, kFine);
  }
  hanger.measured_span = (hanger.offsets.back() - hanger.offsets.front()).norm();
  if (span > 0 && hanger.offsets.size() == 2) set_span(hanger.offsets, span);
  return hanger;
}

double hanger_scatter(const Recording& recording, const Hanger& hanger, double from, double until) {
  const PosePath path = recording.tool->path();
  double sum = 0;
  for (std::size_t k = 0; k < recording.held.size(); ++k)
    sum += mean_distance(in_tool_frame(recording, path, recording.held[k], hanger.latency, from, until),
                         hanger.offsets[k]);
  return sum / static_cast<double>(recording.held.size());
}

Motion carried_motion(const ToolPath& tool, const Hanger& hanger, std::size_t k, const Vec3& shift) {
  return {[path = tool.path(), latency = hanger.latency, offset = hanger.offsets[k], shift](double t) {
            return Vec3(path(t - latency).to_world(offset) + shift);
          },
          false};
}

}  // namespace isocloth::fitting
