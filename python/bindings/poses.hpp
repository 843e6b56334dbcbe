#pragma once

/// A pose as seven numbers: x y z [m], and a unit quaternion w x y z that turns the own frame into the
/// world's.

#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth::python {

/// InputError where the numbers are not finite or the quaternion is not of length 1, to 1 %.
RigidPose to_pose(const double* p);

}  // namespace isocloth::python
