#pragma once

/// Prescribed motions of a hand, as a function of the time of the simulation [s].
///
/// A hand has a frame, in which the nodes that it took keep their place and with which they turn: one that
/// was at x is led to
///
///   y = o + p + R (x − o)        o: origin of the frame as it took hold, p, R: moved and turned since then
///
/// Orientations are unit quaternions (w, x, y, z) that turn the hand's frame into the world's.

#include "isocloth/obstacles/rigid_pose.hpp"

namespace isocloth {

/// Where the origin of a hand's frame is as it takes hold, for a path that is not relative.
enum class HandOrigin {
  first_node,  ///< a path of positions says where the first node is to be
  path,        ///< a path of poses says where the hand is: its nodes stay where they are in it
};

struct Motion {
  /// Pose of the hand at time t; where `relative`, how far it has moved [m] and turned since it took hold,
  /// about its first node. Else it turns from the orientation that the path has as it takes hold.
  PosePath path;
  bool relative = true;
  HandOrigin origin = HandOrigin::first_node;
};

/// Stays where it was grasped.
Motion fixed_motion();

/// Along positions [m], without turning.
Motion position_motion(std::function<Vec3(double t)> path, bool relative = true);

/// Displacement amplitude·direction·(sin(2πf(t − start) + phase) − sin(phase)): zero when grasped at `start`.
/// direction: normalised here; amplitude [m], frequency [Hz], phase [rad].
Motion sine_motion(const Vec3& direction, double amplitude, double frequency, double phase = 0,
                   double start = 0);

/// Straight from point to point, constant before the first and after the last; times [s] strictly increasing.
Motion polyline_motion(std::vector<double> times, std::vector<Vec3> points, bool relative = false);

/// From pose to pose as keyframe_pose: straight, and turning evenly the short way.
Motion keyframe_motion(std::vector<double> times, std::vector<RigidPose> poses, bool relative = false);

}  // namespace isocloth
