#pragma once

/// Mechanical energy of a cloth [J].

#include "isocloth/dynamics/step.hpp"

namespace isocloth {

struct Energy {
  double kinetic = 0;  ///< ½ ρ vᵀMv
  double weight = 0;   ///< −δ g·Mx
  double bending = 0;  ///< ½ κ xᵀKx
  double shear = 0;    ///< of a woven cloth, ½ S ∫ F²; of an EdgeModel's diagonals
  double stretch = 0;  ///< of the constraints, within their tolerance

  /// Energy of a cloth whose constraints are met, for which stretch is none.
  double mechanical() const { return kinetic + weight + bending + shear; }
};

Energy energy(const ClothModel& model, const Vec3& gravity, const Points& x, const Points& v);

}  // namespace isocloth
