#pragma once

#include "isocloth/core/types.hpp"

namespace isocloth {

/// Derivatives of a loss L, a number that somebody computes from the positions of a run, by what stays the
/// same all the time.
struct ParameterGradient {
  double density = 0;          ///< by ρ; where δ is none of its own, through both
  double virtual_mass = 0;     ///< by δ
  double bending = 0;          ///< by κ
  double damping = 0;          ///< by α
  double bending_damping = 0;  ///< by β
  double shear_stiffness = 0;  ///< by S of a woven cloth
  Vec3 gravity = Vec3::Zero();
};

}  // namespace isocloth
