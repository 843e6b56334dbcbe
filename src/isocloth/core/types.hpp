#pragma once

/// Types and conventions that every module shares.
///
/// SI units, z up, right-handed, radians. Indices start at 0. Positions are in the world frame.

#include <Eigen/Core>

namespace isocloth {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Vector = Eigen::VectorXd;

/// Positions [m] or velocities [m/s]: row i belongs to node i.
using Points = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;

}  // namespace isocloth
