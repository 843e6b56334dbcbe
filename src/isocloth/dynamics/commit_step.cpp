#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// Multipliers of a step that did not converge may be many times what any row pulls with where it ended, and
/// rows that depend on each other (a taut line) can carry that on for ever. None may be larger than its row's
/// own law says.
void limit_multipliers(const ClothModel& model, ClothState& state, StepWorkspace& work) {
  model.rows.measure(work.next, work.row_errors);
  linearize_at_errors(work.law, model.rows.pattern().constraint_rows, work.row_errors, work.end_law);
  const auto most = work.end_law.pull.cwiseAbs();
  state.multipliers = state.multipliers.cwiseMin(most).cwiseMax(-most);
}

/// What a hard step leaves to the next one. Rows that end at the tolerance pull far more than the cloth
/// weighs, where the projection had to search: the next step begins with no more than this one began with.
void forget_unsettled_forces(const Step& step, const ProjectionReport& projected) {
  const auto& [model, grasps, options, state, work] = step;
  if (projected.searched) {
    const auto most = work.before.multipliers.cwiseAbs();
    state.multipliers = state.multipliers.cwiseMin(most).cwiseMax(-most);
  }
  if (projected.status == StepStatus::iteration_limit &&
      options.projection.method == ProjectionMethod::implicit)
    limit_multipliers(model, state, work);
  if (projected.status != StepStatus::converged) state.contacts.clear();
}

}  // namespace

void commit_step(const Step& step, double dt, const ProjectionReport& projected) {
  const auto& [model, grasps, options, state, work] = step;
  let_slip(step);
  state.v = (work.next - state.x) / dt;
  state.x = work.next;
  work.contacts.remember(state.contacts);
  work.contacts.read_fingers(state.fingers);
  work.force_is_known = false;
  if (projected.searched) find_outside_force(state, work);
  forget_unsettled_forces(step, projected);
}

void copy_state(const ClothState& from, ClothState& to) {
  to.x = from.x;
  to.v = from.v;
  to.multipliers = from.multipliers;
  to.tensions = from.tensions;
  to.contacts = from.contacts;
  to.fingers = from.fingers;
  to.grasps.resize(from.grasps.size());
  for (std::size_t g = 0; g < from.grasps.size(); ++g) {
    to.grasps[g].holding = from.grasps[g].holding;
    to.grasps[g].slipping = from.grasps[g].slipping;
    to.grasps[g].catching_up = from.grasps[g].catching_up;
    to.grasps[g].let_go = from.grasps[g].let_go;
    to.grasps[g].yields_until = from.grasps[g].yields_until;
    to.grasps[g].shift = from.grasps[g].shift;
    to.grasps[g].slid = from.grasps[g].slid;
  }
}

}  // namespace isocloth
