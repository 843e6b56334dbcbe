#include "fitting/recording/resample.hpp"

#include <cmath>
#include <limits>

#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

struct SeenPath {
  std::vector<double> times;
  std::vector<Vec3> points;
};

SeenPath seen_path(const GridRecording& grid, int node) {
  SeenPath path;
  for (std::size_t f = 0; f < grid.times.size(); ++f) {
    const Vec3 x = grid.positions[f].row(node).transpose();
    if (!x.allFinite()) continue;
    path.times.push_back(grid.times[f]);
    path.points.push_back(x);
  }
  return path;
}

}  // namespace

Motion node_motion(const GridRecording& grid, int node) {
  SeenPath path = seen_path(grid, node);
  require(!path.times.empty(),
          "held node " + std::to_string(node) +
              " is never seen; say which nodes are held, or give the motion of the tool");
  return polyline_motion(std::move(path.times), std::move(path.points), false);
}

GridRecording resample(const GridRecording& grid, double dt) {
  require(dt > 0, "the time step must be above 0, got " + to_text(dt));
  GridRecording out = grid;
  out.times.clear();
  const double first = grid.times.front(), last = grid.times.back();
  for (int k = 0; first + k * dt <= last + 1e-9; ++k) out.times.push_back(first + k * dt);
  const int nodes = grid.rows * grid.columns;
  out.positions.assign(out.times.size(),
                       Points::Constant(nodes, 3, std::numeric_limits<double>::quiet_NaN()));
  for (int node = 0; node < nodes; ++node) {
    SeenPath path = seen_path(grid, node);
    if (path.times.empty()) continue;
    const Motion motion = polyline_motion(std::move(path.times), std::move(path.points), false);
    for (std::size_t f = 0; f < out.times.size(); ++f)
      out.positions[f].row(node) = motion.path(out.times[f]).translation.transpose();
  }
  out.remarks.push_back("Frames were interpolated to every " + to_text(dt) + " s.");
  return out;
}

}  // namespace isocloth::fitting
