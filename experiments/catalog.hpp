#pragma once

/// All experiments, in the order in which they are run and reported. A new one is a line here and one in
/// catalog.cpp.

#include "experiments/experiment.hpp"

namespace isocloth::experiments {

Experiment locking_experiment();
Experiment cusick_experiment();
Experiment tanktop_experiment();
Experiment shake_experiment();
Experiment tensor_experiment();
Experiment validation_experiment();
Experiment recordings_experiment();

const std::vector<Experiment>& catalog();

/// The experiments of that name, or all of them for "all"; InputError with the nearest name where there is
/// none.
std::vector<Experiment> choose(const std::string& name);

}  // namespace isocloth::experiments
