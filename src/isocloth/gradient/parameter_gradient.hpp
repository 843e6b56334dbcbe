#pragma once

#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

/// Derivatives of a loss L, a number that somebody computes from the positions of a run, by what a cloth is
/// made of.
struct MaterialGradient {
  double density = 0;          ///< by ρ; where δ is none of its own, through both
  double virtual_mass = 0;     ///< by δ
  double bending = 0;          ///< by κ
  double damping = 0;          ///< by α
  double bending_damping = 0;  ///< by β
  double shear_stiffness = 0;  ///< by S of a woven cloth
};

/// … and by all that stays the same all the time.
struct ParameterGradient {
  explicit ParameterGradient(std::size_t cloths) : materials(cloths) {}

  std::vector<MaterialGradient> materials;  ///< of each cloth
  Vec3 gravity = Vec3::Zero();
};

}  // namespace isocloth
