#include "view/live_story.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth::cli {

constexpr double kFarthest = 1e4;  ///< [m]

void SampledPath::add(double time, const RigidPose& pose, double interval) {
  const auto same = [](const RigidPose& a, const RigidPose& b) {
    return a.translation == b.translation && a.rotation.coeffs() == b.rotation.coeffs();
  };
  const std::size_t count = times.size();
  if (count > 0 && time <= times.back()) return;
  if (!(pose.translation.cwiseAbs().maxCoeff() <= kFarthest)) return;
  const bool rests = count > 1 && same(poses[count - 1], poses[count - 2]) && same(pose, poses[count - 1]);
  if (!may_move && !rests) {
    times.emplace_back();
    poses.emplace_back();
  }
  times.back() = time;
  poses.back() = pose;
  may_move = times.size() > 1 && time < times[times.size() - 2] + 0.999 * interval;
}

void SampledPath::thin() {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (k % 2 == 1 && k + 1 < times.size()) continue;
    times[kept] = times[k];
    poses[kept++] = poses[k];
  }
  times.resize(kept);
  poses.resize(kept);
}

std::size_t LiveStory::take(std::vector<int> nodes, const Vec3& at) {
  if (hands.size() == kMostHands) {
    hands.pop_front();
    ++forgotten;
  }
  hands.push_back({.nodes = std::move(nodes), .from = time});
  hands.back().way.add(time, {.translation = at}, interval);
  return forgotten + hands.size() - 1;
}

void LiveStory::add_own_way(std::size_t obstacle, const PosePath& own) {
  const int steps = static_cast<int>(std::min(std::round(time / interval), 0.25 * kMostSamples));
  for (int k = 0; k < steps; ++k) obstacles[obstacle].add(time * k / steps, own(time * k / steps), 0);
  obstacles[obstacle].add(time, own(time), 0);
}

void LiveStory::bound() {
  std::size_t samples = 0;
  for (const HandPath& hand : hands) samples += hand.way.times.size();
  for (const SampledPath& path : obstacles) samples += path.times.size();
  if (samples <= kMostSamples) return;
  for (HandPath& hand : hands) hand.way.thin();
  for (SampledPath& path : obstacles) path.thin();
  interval *= 2;
}

}  // namespace isocloth::cli
