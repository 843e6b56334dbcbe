#pragma once

/// What a fit minimises, L(θ): squared errors of the frames that are fitted, mean over the recordings.

#include "fitting/fit/errors.hpp"
#include "fitting/fit/trial.hpp"

namespace isocloth::fitting {

/// L and the errors of the frames that are fitted, recording after recording, for given parameters.
struct Evaluation {
  double loss = 0;                   ///< [m²]
  Vec3 shift = Vec3::Zero();         ///< on top of that of the parameters [m]
  std::vector<FrameError> frames{};  ///< weights sum up to 1 over all recordings
  Vector residuals{};  ///< of which L is the sum of squares [m]; nodes that are not seen have none
};

/// With `offset`, the shift of the held nodes with the least loss is found along: moved together, cloth and
/// hanger move alike, so that it is the mean of what is left.
Evaluation evaluate_loss(const std::vector<const Trial*>& trials, const TrialParameters& parameters,
                         double share, bool offset = false);

}  // namespace isocloth::fitting
