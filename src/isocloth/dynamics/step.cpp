#include "isocloth/dynamics/step.hpp"

#include "isocloth/dynamics/attempt_step.hpp"
#include "isocloth/dynamics/commit_step.hpp"
#include "isocloth/dynamics/held_nodes.hpp"
#include "isocloth/dynamics/step_forces.hpp"

namespace isocloth {
namespace {

/// Grasps that an obstacle keeps further than this from where they should be make a step infeasible [m].
constexpr double kUnnoticedSlip = 1e-4;

}  // namespace

StepReport advance(const ClothModel& model, const std::vector<Grasp>& grasps, const StepOptions& options,
                   ClothState& state, StepWorkspace& work) {
  StepReport report;
  const ProjectionReport projected = options.iteration_budget > 0
                                         ? project_within_budget(model, grasps, options, state, work)
                                         : project_adaptively(model, grasps, options, state, work, report);
  report.status = projected.status;
  report.iterations = projected.iterations;
  work.force_is_known = false;
  state.time = static_cast<double>(++state.step) * options.dt;
  if (report.status == StepStatus::not_finite) {  // stand still rather than carry nonsense on
    go_back(work.before, state);
    state.v.setZero();
    state.multipliers.setZero();
    state.contacts.clear();
    work.contacts.restart();
    return report;
  }
  commit_step(options.dt / report.substeps, work, state);
  if (projected.searched) find_outside_force(state, work);
  forget_unsettled_forces(model, options, projected, state, work);
  report.metric_error = projected.largest_row;
  report.node_penetration = projected.penetration.nodes;
  report.surface_penetration = projected.penetration.surface;
  report.contact_residual = projected.contact_residual;
  report.grasp_slip = note_slip(grasps, work, state);
  if (report.status == StepStatus::converged && report.grasp_slip > kUnnoticedSlip)
    report.status = StepStatus::infeasible;
  element_areas(model.rest, state.x, work.element_area);
  report.area = area_error(work.element_area, model.element_area);
  return report;
}

}  // namespace isocloth
