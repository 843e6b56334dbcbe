#pragma once

/// Where a rigid body is, and how it moves.

#include <Eigen/Geometry>
#include <functional>
#include <string>
#include <vector>

#include "isocloth/core/types.hpp"
#include "isocloth/mesh/pose.hpp"

namespace isocloth {

/// x_world = rotation · x_own + translation.
struct RigidPose {
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  ///< unit; (w, x, y, z) where written
  Vec3 translation = Vec3::Zero();                               ///< [m]

  Vec3 to_world(const Vec3& own) const { return rotation * own + translation; }
  Vec3 to_own(const Vec3& world) const { return rotation.conjugate() * (world - translation); }
};

RigidPose rigid_pose(const Pose& pose);

/// The pose with |q| = 1 to the last bit; InputError, in which `name` says whose it is, where it is no pose.
RigidPose check_pose(RigidPose pose, const std::string& name);

/// Pose as a function of the time of the simulation [s]. The velocity of the body is what follows from it.
using PosePath = std::function<RigidPose(double t)>;

/// Stays there.
PosePath fixed_pose(const RigidPose& pose);

/// `rest`, moved to and fro by amplitude·direction·(sin(2πf t + phase) − sin(phase)); direction is normalised
/// here; amplitude [m], frequency [Hz], phase [rad].
PosePath sine_pose(const RigidPose& rest, const Vec3& direction, double amplitude, double frequency,
                   double phase = 0);

/// Straight and with constant turn (slerp, the short way) from key to key, constant before the first and
/// after the last; times [s] strictly increasing, at least one key.
PosePath keyframe_pose(std::vector<double> times, std::vector<RigidPose> keys);

}  // namespace isocloth
