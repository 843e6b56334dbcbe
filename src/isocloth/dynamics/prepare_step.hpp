#pragma once

/// What the projection of a step needs: metric, springs, load, first guess, obstacles and held nodes.

#include "isocloth/dynamics/step.hpp"

namespace isocloth {

/// For a step of dt that ends at `end` [s].
void prepare_step(const ClothModel& model, const std::vector<Grasp>& grasps, double dt, double end,
                  ClothState& state, StepWorkspace& work);

}  // namespace isocloth
