#include "isocloth/dynamics/commit_step.hpp"

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

}  // namespace

void commit_step(double dt, const StepWorkspace& work, ClothState& state) {
  state.v = (work.next - state.x) / dt;
  state.x = work.next;
  work.contacts.remember(state.contacts);
}

void forget_unsettled_forces(const ClothModel& model, const StepOptions& options,
                             const ProjectionReport& projected, ClothState& state, StepWorkspace& work) {
  if (projected.searched) {
    const auto most = work.before.multipliers.cwiseAbs();
    state.multipliers = state.multipliers.cwiseMin(most).cwiseMax(-most);
  }
  if (projected.status == StepStatus::iteration_limit &&
      options.projection.method == ProjectionMethod::implicit)
    limit_multipliers(model, state, work);
  if (projected.status != StepStatus::converged) state.contacts.clear();
}

void remember(const ClothState& state, ClothState& before) {
  before.x = state.x;
  before.v = state.v;
  before.multipliers = state.multipliers;
  before.tensions = state.tensions;
  before.contacts = state.contacts;
  before.grasps.resize(state.grasps.size());
  for (std::size_t g = 0; g < state.grasps.size(); ++g) {
    before.grasps[g].holding = state.grasps[g].holding;
    before.grasps[g].catching_up = state.grasps[g].catching_up;
  }
}

void go_back(const ClothState& before, ClothState& state) {
  state.x = before.x;
  state.v = before.v;
  state.multipliers = before.multipliers;
  state.tensions = before.tensions;
  state.contacts = before.contacts;
  for (std::size_t g = 0; g < state.grasps.size(); ++g) {
    state.grasps[g].holding = before.grasps[g].holding;
    state.grasps[g].catching_up = before.grasps[g].catching_up;
  }
}

}  // namespace isocloth
