#pragma once

/// Mesh independence: the A3 sheet of scenes/shake.yaml with other meshes and the same parameters, and how
/// far the surfaces are from each other over time.

#include "experiments/experiment.hpp"

namespace isocloth::experiments {

Experiment shake_experiment();

}  // namespace isocloth::experiments
