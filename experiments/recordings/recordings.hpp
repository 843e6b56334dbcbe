#pragma once

/// Real cloth, carried by a robot and recorded by a depth camera: parameters are found from one part of the
/// recordings and predict another that was not used for anything.

#include "experiments/experiment.hpp"

namespace isocloth::experiments {

Experiment recordings_experiment();

}  // namespace isocloth::experiments
