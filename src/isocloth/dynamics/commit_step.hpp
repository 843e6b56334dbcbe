#pragma once

/// From a projected step to the state after it, and back to the state before it.

#include "isocloth/dynamics/step.hpp"

namespace isocloth {

/// Velocity, positions and contacts of a step of dt that ended at work.next.
void commit_step(double dt, const StepWorkspace& work, ClothState& state);

/// What a hard step leaves to the next one. Rows that end at the tolerance pull far more than the cloth
/// weighs, where the projection had to search: the next step begins with no more than this one began with.
void forget_unsettled_forces(const ClothModel& model, const StepOptions& options,
                             const ProjectionReport& projected, ClothState& state, StepWorkspace& work);

/// Copies all that a step changes, but for the anchors of grasps: taking hold again sets them again.
void remember(const ClothState& state, ClothState& before);
void go_back(const ClothState& before, ClothState& state);

}  // namespace isocloth
