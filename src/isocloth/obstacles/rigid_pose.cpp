#include "isocloth/obstacles/rigid_pose.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/check_elements.hpp"
#include "isocloth/obstacles/direction.hpp"

namespace isocloth {
namespace {

/// How far |q| of a rotation may be from 1 [-]: room for one that was written with seven digits.
constexpr double kUnitTolerance = 1e-6;

}  // namespace

RigidPose check_pose(RigidPose pose, const std::string& name) {
  require(pose.translation.allFinite() && pose.translation.cwiseAbs().maxCoeff() <= kLargestCoordinate,
          "translation of " + name + " must be finite and at most " + to_text(kLargestCoordinate) + " m");
  const double length = pose.rotation.norm();
  require(std::abs(length - 1) <= kUnitTolerance,  // false for NaN too
          "rotation of " + name + " must be a quaternion (w, x, y, z) of length 1, got length " +
              to_text(length));
  pose.rotation.normalize();
  return pose;
}

RigidPose rigid_pose(const Pose& pose) {
  RigidPose result;
  result.rotation = Eigen::Quaterniond(pose.rotation()).normalized();
  result.translation = pose.translate;
  return result;
}

PosePath fixed_pose(const RigidPose& pose) {
  return [fixed = check_pose(pose, "a fixed pose")](double) { return fixed; };
}

PosePath sine_pose(const RigidPose& rest, const Vec3& direction, double amplitude, double frequency,
                   double phase) {
  const SignedDistance along = direction_of(direction, Vec3::Zero());
  require(direction.allFinite() && along.distance > 0,
          "direction of a sine path must be finite and not zero; give the direction to swing along");
  require(std::isfinite(amplitude), "amplitude of a sine path must be finite, got " + to_text(amplitude));
  require(std::isfinite(frequency), "frequency of a sine path must be finite, got " + to_text(frequency));
  require(std::isfinite(phase), "phase of a sine path must be finite, got " + to_text(phase));
  const Vec3 swing = amplitude * along.normal;
  const double turn = 2 * std::numbers::pi * frequency, start = std::sin(phase);
  return [rest = check_pose(rest, "the rest pose of a sine path"), swing, turn, phase, start](double t) {
    RigidPose pose = rest;
    pose.translation += swing * (std::sin(turn * t + phase) - start);
    return pose;
  };
}

PosePath keyframe_pose(std::vector<double> times, std::vector<RigidPose> keys) {
  require(!times.empty() && times.size() == keys.size(),
          "a path of keys needs as many times as keys, and at least one; got " +
              std::to_string(times.size()) + " times and " + std::to_string(keys.size()) + " keys");
  for (std::size_t k = 0; k < times.size(); ++k) {
    require(std::isfinite(times[k]),
            "time of key " + std::to_string(k) + " of a path must be finite, got " + to_text(times[k]));
    require(k == 0 || times[k] > times[k - 1],
            "times of a path of keys must increase; they do not at key " + std::to_string(k));
    keys[k] = check_pose(keys[k], "key " + std::to_string(k) + " of a path");
  }
  return [times = std::move(times), keys = std::move(keys)](double t) -> RigidPose {
    const auto next = std::upper_bound(times.begin(), times.end(), t) - times.begin();
    if (next == 0) return keys.front();
    if (next == static_cast<std::ptrdiff_t>(times.size())) return keys.back();
    const double share = (t - times[next - 1]) / (times[next] - times[next - 1]);
    const RigidPose &from = keys[next - 1], &to = keys[next];
    return {from.rotation.slerp(share, to.rotation).normalized(),
            from.translation + share * (to.translation - from.translation)};
  };
}

}  // namespace isocloth
