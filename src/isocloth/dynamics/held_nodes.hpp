#pragma once

/// Held nodes: where their grasps want them at the end of a step, and where they can go.

#include "isocloth/dynamics/step.hpp"

namespace isocloth {

/// Which nodes are held during the step, and where they are at its end (work.held, target, next).
void move_grasps(const std::vector<Grasp>& grasps, double end, double dt, ClothState& state,
                 StepWorkspace& work);

/// The law of the constraints for the nodes that are held now (work.law).
void stiffen_around_held(const ClothModel& model, StepWorkspace& work);

/// Notes which grasps slipped, and returns by how much at most [m].
double note_slip(const std::vector<Grasp>& grasps, const StepWorkspace& work, ClothState& state);

}  // namespace isocloth
