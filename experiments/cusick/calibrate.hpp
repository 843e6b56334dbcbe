#pragma once

/// The bending stiffness with which a ring drapes as it should.

#include <functional>

namespace isocloth::experiments::cusick {

/// κ [N·m] at which `coefficient_at(κ)` is `target`, within kCalibrationError; the coefficient must grow with
/// κ. Regula falsi (Illinois) over log κ between kSoftest and kStiffest.
double calibrate_bending(double target, const std::function<double(double bending)>& coefficient_at);

inline constexpr double kCalibrationError = 0.002;          ///< of the drape coefficient [-]
inline constexpr double kSoftest = 1e-6, kStiffest = 1e-4;  ///< [N·m]

}  // namespace isocloth::experiments::cusick
