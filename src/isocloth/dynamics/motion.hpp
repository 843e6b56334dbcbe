#pragma once

/// Prescribed motions of a grasp, as a function of the time of the simulation [s].

#include <functional>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

struct Motion {
  /// Where the grasp's first node is at time t [m]; where `relative`, its displacement from where it was
  /// grasped.
  std::function<Vec3(double t)> path;
  bool relative = true;
};

/// Stays where it was grasped.
Motion fixed_motion();

/// Displacement amplitude·direction·(sin(2πf(t − start) + phase) − sin(phase)): zero when grasped at `start`.
/// direction: normalised here; amplitude [m], frequency [Hz], phase [rad].
Motion sine_motion(const Vec3& direction, double amplitude, double frequency, double phase = 0,
                   double start = 0);

/// Straight from point to point, constant before the first and after the last; times [s] strictly increasing.
Motion polyline_motion(std::vector<double> times, std::vector<Vec3> points, bool relative = false);

}  // namespace isocloth
