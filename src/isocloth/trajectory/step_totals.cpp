#include "isocloth/trajectory/step_totals.hpp"

#include "isocloth/dynamics/step_data.hpp"

namespace isocloth {

void StepTotals::add(const StepReport& step) {
  add(StepTotals{.steps = 1,
                 .converged_steps = step.status == StepStatus::converged,
                 .iterations = step.iterations,
                 .metric_error = step.metric_error,
                 .area_total = step.area.total,
                 .area_mean = step.area.mean,
                 .area_dispersion = step.area.dispersion,
                 .area_largest = step.area.largest,
                 .edge_error = step.edge_error,
                 .node_penetration = step.node_penetration,
                 .surface_penetration = step.surface_penetration,
                 .grasp_slip = step.grasp_slip});
}

void StepTotals::add(const StepTotals& more) {
  steps += more.steps;
  converged_steps += more.converged_steps;
  iterations += more.iterations;
  raise(metric_error, more.metric_error);
  raise(area_total, more.area_total);
  raise(area_mean, more.area_mean);
  raise(area_dispersion, more.area_dispersion);
  raise(area_largest, more.area_largest);
  raise(edge_error, more.edge_error);
  raise(node_penetration, more.node_penetration);
  raise(surface_penetration, more.surface_penetration);
  raise(grasp_slip, more.grasp_slip);
}

}  // namespace isocloth
