#pragma once

/// How large the tensor of the constraints is, and what evaluating it costs, against the number of nodes.

#include "experiments/experiment.hpp"

namespace isocloth::experiments {

Experiment tensor_experiment();

}  // namespace isocloth::experiments
