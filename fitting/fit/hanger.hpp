#pragma once

/// The rigid link between a robot's tool and the nodes it holds, found from what was tracked.
///
///   x_k(t) = R(t − τ) o_k + p(t − τ)        τ: latency of the camera [s], o_k: offset in the tool's frame
///   [m]
///
/// For a given τ the offset o_k is the median over the frames of R⁻¹(x_k − p), which nodes that slip now and
/// then do not move; τ is where the nodes scatter least about the hanger. The scatter that is left is what
/// the camera cannot tell: the noise floor of every error measured with it.

#include "fitting/recording/recording.hpp"
#include "isocloth/dynamics/motion.hpp"

namespace isocloth::fitting {

struct Hanger {
  double latency = 0;           ///< τ [s]
  std::vector<Vec3> offsets{};  ///< o_k, in the order of the held nodes [m]
  double scatter = 0;           ///< mean distance of the tracked held nodes from the hanger [m]
  double measured_span = 0;     ///< between the first and the last held node as tracked, median [m]
};

/// Uses frames up to `until` only [s]. Two held nodes are set `span` apart, about their middle, where that is
/// above 0 [m].
Hanger calibrate_hanger(const Recording& recording, double until, double span = 0);

/// Scatter of the held nodes about a given hanger over the frames in [from, until] [m].
double hanger_scatter(const Recording& recording, const Hanger& hanger, double from, double until);

/// Where the hanger wants held node `k` at the time of the camera.
Motion carried_motion(const ToolPath& tool, const Hanger& hanger, std::size_t k, const Vec3& shift);

}  // namespace isocloth::fitting
