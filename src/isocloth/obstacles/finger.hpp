#pragma once

/// A finger: an obstacle that gives way along one axis, as the jaw of a gripper does.
///
///   m s̈ = F(t) − (F/v₀) ṡ − f,    0 ≤ s ≤ stroke
///
/// s: how far it has gone from its path's pose along the axis [m]; F: closing force [N], below 0 it opens; f:
/// what the cloth presses back with, along the axis [N]. At rest f = F, or the stop bears the rest. The
/// drive's own friction |F|/v₀ lets it close at v₀ where nothing is in the way. Neither weight nor the
/// acceleration of the path acts along the axis: drives hold their jaws.

#include <cmath>
#include <functional>
#include <string>
#include <tuple>

#include "isocloth/core/require.hpp"
#include "isocloth/core/types.hpp"

namespace isocloth {

struct Finger {
  Vec3 axis{1, 0, 0};                       ///< in which it closes, in the obstacle's frame; of any length
  std::function<double(double t)> force{};  ///< F [N] for a time [s]
  double stroke = 0.05;                     ///< [m]
  double mass = 0.1;                        ///< m [kg]
  double speed = 0.1;                       ///< v₀ [m/s]
};

/// Where a finger is; part of the state of a run.
struct FingerState {
  double position = 0;  ///< s [m]
  double velocity = 0;  ///< ṡ [m/s]
};

inline std::function<double(double)> constant_force(double newtons) {
  return [newtons](double) { return newtons; };
}

/// Throws InputError where it cannot be; `name` as "obstacle …".
inline void check_finger(const Finger& finger, const std::string& name) {
  require(finger.axis.allFinite() && finger.axis.norm() > 0,
          "axis of the finger of " + name + " must be a direction");
  require(finger.force != nullptr,
          "the finger of " + name + " has no force; give it one, such as constant_force(5)");
  for (const auto& [what, value, unit] : {std::tuple{"stroke", finger.stroke, " m"},
                                          {"mass", finger.mass, " kg"},
                                          {"speed", finger.speed, " m/s"}})
    require(value > 0 && std::isfinite(value), std::string(what) + " of the finger of " + name +
                                                   " must be above 0" + unit + ", got " + to_text(value));
}

}  // namespace isocloth
