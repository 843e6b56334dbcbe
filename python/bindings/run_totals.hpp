#pragma once

/// What a number of steps achieved: sums, and the worst of each.

#include <algorithm>

#include "isocloth/dynamics/step.hpp"

namespace isocloth::python {

struct RunTotals {
  std::int64_t steps = 0;
  std::int64_t converged_steps = 0;
  std::int64_t iterations = 0;
  double metric_error = 0;         ///< [-]
  double area_dispersion = 0;      ///< [-]
  double grasp_slip = 0;           ///< [m]
  double node_penetration = 0;     ///< [m]
  double surface_penetration = 0;  ///< [m]

  void add(const StepReport& step) {
    ++steps;
    converged_steps += step.status == StepStatus::converged;
    iterations += step.iterations;
    metric_error = std::max(metric_error, step.metric_error);
    area_dispersion = std::max(area_dispersion, step.area.dispersion);
    grasp_slip = std::max(grasp_slip, step.grasp_slip);
    node_penetration = std::max(node_penetration, step.node_penetration);
    surface_penetration = std::max(surface_penetration, step.surface_penetration);
  }
};

}  // namespace isocloth::python
