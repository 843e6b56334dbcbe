#pragma once

/// Mechanical energy of a cloth [J].

#include "isocloth/dynamics/step.hpp"

namespace isocloth {

struct Energy {
  double kinetic = 0;  ///< ½ ρ vᵀMv
  double weight = 0;   ///< −δ g·Mx
  double bending = 0;  ///< ½ κ xᵀKx
  double stretch = 0;  ///< of the constraints, within their tolerance

  /// Energy of the inextensible cloth, for which stretch is none.
  double mechanical() const { return kinetic + weight + bending; }
};

Energy energy(const ClothModel& model, const Vec3& gravity, const Points& x, const Points& v);

}  // namespace isocloth
