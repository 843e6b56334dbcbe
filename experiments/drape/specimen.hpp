#pragma once

/// The cloth of a drape test before it is let go.

#include "experiments/drape/drape.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth::experiments {

/// Where the nodes start: the flat mesh, uneven by about a millimetre at the rim and not at all on the table.
///
///   z(r, θ) = kUnevenness · s² · ½ Σ_k a_k cos(kθ + φ_k),   k = 2 … kMostWaves,   s = (r − R) / (R' − R)
///
/// a_k in [−1, 1] and φ_k are drawn for the specimen.
Points uneven(const Points& flat, std::uint32_t specimen);

inline constexpr double kUnevennessHeight = 1e-3;  ///< [m]
inline constexpr int kMostWaves = 16;

}  // namespace isocloth::experiments
