#pragma once

/// Mechanical energy of a cloth [J].

#include <array>
#include <limits>
#include <utility>

#include "isocloth/core/types.hpp"

namespace isocloth {

struct ClothModel;

struct Energy {
  double kinetic = 0;  ///< ½ ρ vᵀMv
  double weight = 0;   ///< −δ g·Mx
  double bending = 0;  ///< ½ κ xᵀKx
  double shear = 0;    ///< of a woven cloth, ½ S ∫ F²; of an EdgeModel's diagonals
  double stretch = 0;  ///< of the constraints, within their tolerance

  /// Energy of a cloth whose constraints are met, for which stretch is none.
  double mechanical() const { return kinetic + weight + bending + shear; }

  static constexpr Energy unknown() {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return {kNone, kNone, kNone, kNone, kNone};
  }
};

/// Its parts by name, in the order in which files keep them.
inline constexpr std::array<std::pair<const char*, double Energy::*>, 5> kEnergyParts{
    {{"kinetic", &Energy::kinetic},
     {"weight", &Energy::weight},
     {"bending", &Energy::bending},
     {"shear", &Energy::shear},
     {"stretch", &Energy::stretch}}};

Energy energy(const ClothModel& model, const Vec3& gravity, const Points& x, const Points& v);

}  // namespace isocloth
