#include "isocloth/dynamics/motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "isocloth/core/require.hpp"

namespace isocloth {

Motion fixed_motion() {
  return {[](double) { return RigidPose{}; }};
}

Motion position_motion(std::function<Vec3(double)> path, bool relative) {
  return {[path = std::move(path)](double t) { return RigidPose{.translation = path(t)}; }, relative};
}

Motion keyframe_motion(std::vector<double> times, std::vector<RigidPose> poses, bool relative) {
  return {keyframe_pose(std::move(times), std::move(poses)), relative,
          relative ? HandOrigin::first_node : HandOrigin::path};
}

Motion sine_motion(const Vec3& direction, double amplitude, double frequency, double phase, double start) {
  require(direction.allFinite() && direction.norm() > 0, "direction of a sine motion must not be zero");
  require(std::isfinite(amplitude) && std::isfinite(frequency) && std::isfinite(phase),
          "amplitude, frequency and phase of a sine motion must be finite numbers");
  const Vec3 swing = amplitude * direction.normalized();
  const double turn = 2 * std::numbers::pi * frequency;
  return position_motion(
      [=](double t) { return Vec3(swing * (std::sin(turn * (t - start) + phase) - std::sin(phase))); });
}

Motion polyline_motion(std::vector<double> times, std::vector<Vec3> points, bool relative) {
  require(!times.empty() && times.size() == points.size(),
          "a polyline needs as many times as points, and at least one");
  for (std::size_t k = 0; k < times.size(); ++k) {
    require(std::isfinite(times[k]) && points[k].allFinite(),
            "point " + std::to_string(k) + " of a polyline is not finite");
    require(k == 0 || times[k] > times[k - 1],
            "times of a polyline must increase; they do not at point " + std::to_string(k));
  }
  return position_motion(
      [times = std::move(times), points = std::move(points)](double t) -> Vec3 {
        const auto next = std::upper_bound(times.begin(), times.end(), t) - times.begin();
        if (next == 0) return points.front();
        if (next == static_cast<std::ptrdiff_t>(times.size())) return points.back();
        const double share = (t - times[next - 1]) / (times[next] - times[next - 1]);
        return points[next - 1] + share * (points[next] - points[next - 1]);
      },
      relative);
}

}  // namespace isocloth
