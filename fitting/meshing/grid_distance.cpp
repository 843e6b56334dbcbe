#include "fitting/meshing/grid_distance.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/core/require.hpp"

namespace isocloth::fitting {

GridDistance distance_between(const GridRecording& tracked, const GridRecording& truth) {
  constexpr double kSameTime = 1e-4;  // [s]
  require(tracked.rows == truth.rows && tracked.columns == truth.columns,
          "the tracked grid has " + std::to_string(tracked.columns) + "×" + std::to_string(tracked.rows) +
              " nodes and the true one " + std::to_string(truth.columns) + "×" + std::to_string(truth.rows) +
              "; track as many");
  GridDistance result;
  double sum = 0;
  std::int64_t nodes = 0, all = 0;
  std::size_t other = 0;
  for (std::size_t frame = 0; frame < tracked.times.size(); ++frame) {
    while (other < truth.times.size() && truth.times[other] < tracked.times[frame] - kSameTime) ++other;
    if (other == truth.times.size()) break;
    if (truth.times[other] > tracked.times[frame] + kSameTime) continue;
    double frame_sum = 0;
    int frame_nodes = 0;
    for (Eigen::Index k = 0; k < tracked.positions[frame].rows(); ++k, ++all) {
      const double distance = (tracked.positions[frame].row(k) - truth.positions[other].row(k)).norm();
      if (!std::isfinite(distance)) continue;
      frame_sum += distance;
      ++frame_nodes;
      result.largest = std::max(result.largest, distance);
    }
    ++result.frames;
    sum += frame_sum;
    nodes += frame_nodes;
    if (frame_nodes > 0) result.worst_frame = std::max(result.worst_frame, frame_sum / frame_nodes);
  }
  require(nodes > 0, "no frame of the truth has the time of a tracked one; is it of the same recording?");
  result.mean = sum / static_cast<double>(nodes);
  result.seen = static_cast<double>(nodes) / static_cast<double>(all);
  return result;
}

}  // namespace isocloth::fitting
