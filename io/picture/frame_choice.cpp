#include "io/picture/frame_choice.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth::io {

namespace {

std::size_t nearest_frame(const std::vector<Frame>& frames, double time) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < frames.size(); ++k) {
    if (std::abs(frames[k].time - time) < std::abs(frames[best].time - time)) best = k;
  }
  return best;
}

}  // namespace

std::vector<std::size_t> choose_frames(const std::vector<Frame>& frames, const PictureOptions& options) {
  std::vector<std::size_t> chosen;
  for (const double time : options.times) chosen.push_back(nearest_frame(frames, time));
  if (!options.times.empty()) return chosen;
  const int count =
      static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(options.panels), frames.size()));
  const double first = frames.front().time, last = frames.back().time;
  for (int k = 0; k < count; ++k) {
    const double share = count == 1 ? 1.0 : static_cast<double>(k) / (count - 1);
    chosen.push_back(count == 1 ? frames.size() - 1 : nearest_frame(frames, first + share * (last - first)));
  }
  return chosen;
}

std::vector<int> held_nodes(const Trajectory& trajectory, std::size_t frame) {
  std::vector<int> nodes;
  const std::vector<Frame>& frames = trajectory.frames;
  for (std::size_t g = 0; g < trajectory.info.grasps.size(); ++g) {
    const auto pulls = [&](const Frame& at) {
      return !at.grasp_force.row(static_cast<Eigen::Index>(g)).isZero(0);
    };
    const auto next = frames.begin() + static_cast<std::ptrdiff_t>(std::min(frame + 1, frames.size() - 1));
    const bool holds =
        pulls(frames[frame]) || pulls(*next) || std::none_of(frames.begin(), frames.end(), pulls);
    const std::vector<int>& held = trajectory.info.grasps[g].nodes;
    if (holds) nodes.insert(nodes.end(), held.begin(), held.end());
  }
  return nodes;
}

}  // namespace isocloth::io
