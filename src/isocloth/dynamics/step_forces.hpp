#pragma once

/// What grasps exert, from the balance of forces: it costs as much as an iteration, so it waits until asked
/// for.

#include "isocloth/dynamics/step.hpp"

namespace isocloth {

/// Fills work.outside_force for the step taken last. Needs the multipliers that the projection ended with.
void find_outside_force(const ClothState& state, StepWorkspace& work);

}  // namespace isocloth
