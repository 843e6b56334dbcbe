#pragma once

/// Where a shape stands: x ↦ R_z R_y R_x x + t, a rotation about x, then y, then z through the origin, then a
/// shift.

#include <Eigen/Core>

#include "isocloth/core/types.hpp"

namespace isocloth {

struct Pose {
  Vec3 rotate_deg = Vec3::Zero();  ///< angles about x, y, z [degrees]; multiples of 90 turn exactly
  Vec3 translate = Vec3::Zero();   ///< t [m]

  /// R = R_z R_y R_x. InputError where a number of the pose is not finite.
  Eigen::Matrix3d rotation() const;

  /// Every row moved.
  Points apply(const Points& points) const;
};

}  // namespace isocloth
