#pragma once

/// A pose as seven numbers: x y z [m], and a unit quaternion w x y z that turns the own frame into the
/// world's.

#include "arrays.hpp"
#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth::python {

using Pose7 = NumbersIn<nb::shape<7>>;
using PosesIn = NumbersIn<nb::shape<-1, 7>>;

/// InputError where the numbers are not finite or the quaternion is not of length 1, to 1 %.
RigidPose to_pose(const double* p);

inline std::vector<RigidPose> to_poses(const PosesIn& array) {
  std::vector<RigidPose> poses;
  for (std::size_t i = 0; i < array.shape(0); ++i) poses.push_back(to_pose(array.data() + 7 * i));
  return poses;
}

inline NumbersOut array_of(const RigidPose& pose) {
  NumbersOut array = new_array<double>({7});
  Eigen::Map<Vec3>(array.data()) = pose.translation;
  const Eigen::Quaterniond& q = pose.rotation;
  Eigen::Map<Eigen::Vector4d>(array.data() + 3) << q.w(), q.x(), q.y(), q.z();
  return array;
}

}  // namespace isocloth::python
