#pragma once

/// A recording of one textile and motion that was never made: a finer simulation with drag of the air stands
/// for reality, a synthetic depth camera records it, and its clouds are cleaned and meshed as those of a real
/// camera would be.

#include "experiments/validation/claims.hpp"
#include "fitting/camera/reality.hpp"
#include "fitting/recording/recording.hpp"

namespace isocloth::experiments {

struct SyntheticCase {
  fitting::Recording recording;  ///< 9×9 nodes, with the robot's motion as its tool
  double tracking_error = 0;     ///< mean distance of the recorded nodes to the true ones [m]
};

/// `seed`: of the sheet's unevenness and the camera's noise.
SyntheticCase make_synthetic(const validation::PaperCase& paper_case, double frames_per_second,
                             std::uint32_t seed);

/// What stands for reality: the textile and the motion of the paper, and drag of the air on top.
fitting::RealityOptions reality_of(const validation::PaperCase& paper_case);

/// "cotton fast".
std::string name_of(const validation::PaperCase& paper_case);

}  // namespace isocloth::experiments
