#pragma once

/// Drag of the air on each element of a cloth, quadratic in the speed across and along it:
///
///   F = −½ ρ_air A (C_n |v_n| v_n + C_t |v_t| v_t),   v_n = (v·n) n,  v_t = v − v_n
///
/// v: mean velocity of the element's corners [m/s], A its area [m²]; each corner takes an equal share of F.
/// The model that is fitted knows linear damping only: this is what it has to make do without.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::fitting {

struct AirDrag {
  double air_density = 1.2;  ///< ρ_air [kg/m³]
  double across = 1.2;       ///< C_n, of a plate across the flow [-]
  double along = 0.02;       ///< C_t, of friction along a plate [-]
};

/// Force on each node [N] at positions x [m] and velocities v [m/s].
Points air_drag_force(const Mesh& mesh, const Points& x, const Points& v, const AirDrag& drag);

}  // namespace isocloth::fitting
