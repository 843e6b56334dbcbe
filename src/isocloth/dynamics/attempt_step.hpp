#pragma once

/// Ways to take a step: whole, in smaller ones, with grasps that slip, or within a budget of iterations.

#include "isocloth/dynamics/step.hpp"

namespace isocloth {

/// Projects the step; where that fails, in smaller steps, or with grasps that slip. Returns what it took and
/// leaves the last (sub-)step to be committed.
ProjectionReport project_adaptively(const ClothModel& model, const std::vector<Grasp>& grasps,
                                    const StepOptions& options, ClothState& state, StepWorkspace& work,
                                    StepReport& report);

/// Projects the step within the budget. Where that ends far from the tolerance, as with grasps that pull too
/// far, the cloth stands still for the step and the grasps slip.
ProjectionReport project_within_budget(const ClothModel& model, const std::vector<Grasp>& grasps,
                                       const StepOptions& options, ClothState& state, StepWorkspace& work);

}  // namespace isocloth
