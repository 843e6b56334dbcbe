#pragma once

/// A pinhole camera in the world, as robots have them: its frame has x to the right of the picture, y down
/// and z along the view.
///
///   u = f_x X / Z + c_x,   v = f_y Y / Z + c_y,   (X, Y, Z) = pose⁻¹ · point
///
/// u, v: pixels from the left and top edge, the middle of the first pixel is (0.5, 0.5). Depth is Z [m].

#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth::io {

struct Pinhole {
  int width = 640, height = 480;          ///< [pixels]
  double focal_x = 525, focal_y = 525;    ///< f [pixels]
  double center_x = 320, center_y = 240;  ///< c [pixels]
  RigidPose pose{};                       ///< of its frame in the world
  double nearest = 0.01, farthest = 1e3;  ///< depths that are seen [m]

  /// Direction through a place of the picture in the camera's frame, of depth 1 (not unit).
  Vec3 ray(double u, double v) const { return {(u - center_x) / focal_x, (v - center_y) / focal_y, 1}; }
  /// u, v and depth of a point of the world.
  Vec3 project(const Vec3& world) const {
    const Vec3 p = pose.to_own(world);
    return {focal_x * p.x() / p.z() + center_x, focal_y * p.y() / p.z() + center_y, p.z()};
  }
};

/// InputError where a size, a focal length or a depth cannot be.
void check_pinhole(const Pinhole& camera);

}  // namespace isocloth::io
