#pragma once

/// The step of a pack of worlds, compiled once for each width of a vector register.

#include "isocloth/batch/tables.hpp"

namespace isocloth::batch {

/// numbers, scratch: of the pack, each number once per lane side by side, aligned to 64 bytes.
using LaneStep = void (*)(const Tables& tables, double* numbers, double* scratch);

void step_four_worlds(const Tables& tables, double* numbers, double* scratch);
void step_eight_worlds(const Tables& tables, double* numbers, double* scratch);  ///< needs AVX-512

}  // namespace isocloth::batch
