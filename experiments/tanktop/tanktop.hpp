#pragma once

/// A tank top on a hanger that is shaken (scenes/tanktop.yaml), and how well it keeps its area.

#include "experiments/experiment.hpp"

namespace isocloth::experiments {

Experiment tanktop_experiment();

}  // namespace isocloth::experiments
