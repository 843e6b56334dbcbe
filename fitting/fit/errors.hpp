#pragma once

/// How far a simulated cloth is from the recorded one.
///
///   e_i² = Σ_k m_k |φ_k − ϕ_k|² / Σ_k m_k                 over the nodes k that frame i sees [m²]
///   d_i  = e_i + 2 √Var_k |φ_k − ϕ_k|                      dispersion [m]
///   L    = Σ_i w_i e_i²,   Σ w_i = 1                       w_i: share of the time that frame i stands for
///
/// m_k: area of node k. The norm is the paper's M-norm over the cloth's area, so that e is a length whatever
/// the size of the cloth. [Coltraro et al., "Parameter fitting", equations min_cuad, error_rel, dispersion]

#include <vector>

#include "fitting/recording/grid_recording.hpp"

namespace isocloth::fitting {

struct FrameError {
  double time = 0;        ///< [s]
  double error = 0;       ///< e_i [m]
  double dispersion = 0;  ///< d_i [m]
  double mean = 0;        ///< mean distance of a node, all nodes alike [m]
  double weight = 0;      ///< w_i over the window it was asked for [-]
};

/// Mean over time of what the frames say.
struct ErrorSummary {
  double error = 0, dispersion = 0, mean = 0;  ///< as in FrameError [m]
  double loss = 0;                             ///< L [m²]
  int frames = 0;
};

/// Frames [first, last) of the recording against simulated positions of the same nodes; simulated[0] belongs
/// to `first`.
std::vector<FrameError> frame_errors(const GridRecording& grid, std::size_t first, std::size_t last,
                                     const std::vector<Points>& simulated, const Vector& area_shares);

ErrorSummary summarize(const std::vector<FrameError>& frames);

/// Mean over time and area of seen − simulated, for the frames from the first on [m].
Vec3 mean_residual(const GridRecording& grid, const std::vector<Points>& simulated,
                   const Vector& area_shares);

/// Mean distance of each node over the frames [m]; NaN where it is never seen.
Vector node_errors(const GridRecording& grid, std::size_t first, std::size_t last,
                   const std::vector<Points>& simulated);

}  // namespace isocloth::fitting
