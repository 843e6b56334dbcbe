#pragma once

/// A finger: an obstacle that gives way along one axis, as the jaw of a gripper does.
///
///   m s̈ = F(t) − (|F|/v₀) ṡ − f,    0 ≤ s ≤ stroke        or prescribed:   s = s(t)
///
/// s: how far it has gone along the axis from where it is open, `opening` before its path's pose [m], so that
/// both jaws can have the pose of their hand; F: closing force [N], below 0 it opens; f:
/// what the cloth presses back with, along the axis [N]. At rest f = F, or the stop bears the rest. The
/// drive's own friction |F|/v₀ lets it close at v₀ where nothing is in the way. Neither weight nor the
/// acceleration of the path acts along the axis: drives hold their jaws. With s prescribed, the gap is, and
/// the cloth's compression gives the force.

#include <functional>
#include <string>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

struct Finger {
  Vec3 axis{1, 0, 0};                       ///< in which it closes, in the obstacle's frame; of any length
  double opening = 0;                       ///< how far back from its path's pose it begins [m]
  std::function<double(double t)> force{};  ///< F [N] for a time [s]
  double stroke = 0.05;                     ///< of force [m]
  double mass = 0.1;                        ///< m, likewise [kg]
  double speed = 0.1;                       ///< v₀, likewise [m/s]

  std::function<double(double t)> position{};  ///< s [m] for a time [s], instead of a force
};

inline std::function<double(double)> constant_force(double newtons) {
  return [newtons](double) { return newtons; };
}

/// Straight from value to value at times [s] that increase, constant before and after: a force or a position
/// over time. InputError where times and values do not match.
std::function<double(double)> keyframe_drive(std::vector<double> times, std::vector<double> values);

/// Throws InputError where it cannot be; `name` as "obstacle …".
void check_finger(const Finger& finger, const std::string& name);

}  // namespace isocloth
