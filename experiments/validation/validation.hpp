#pragma once

/// The paper's experimental validation on synthetic recordings: δ and α from the first 7 s, error on the last
/// 7 s; the model whose edges keep their length beside it; other meshes, and parameters that are not fitted.

#include "experiments/experiment.hpp"

namespace isocloth::experiments {

Experiment validation_experiment();

}  // namespace isocloth::experiments
