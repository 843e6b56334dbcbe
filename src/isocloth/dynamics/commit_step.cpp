#include <algorithm>
#include <utility>

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
  if (projected.status == StepStatus::converged) return;
  state.contacts.clear();
  state.layers.clear();
}

void count_calm_steps(const ProjectionReport& projected, bool yields, StepPast& past) {
  const bool met = projected.status == StepStatus::converged && !yields;
  past.calm = met && projected.iterations <= 1 ? past.calm + 1 : 0;
  past.rough = met && projected.iterations < kHardIterations ? std::max(0, past.rough - 1) : kRoughSteps;
}

/// A point that comes to an obstacle stops there. What it did before would let it bounce; so along the normal
/// it has the velocity of this step alone, and has had it before.
void stop_at_impacts(const Step& step, double dt) {
  const auto& [model, grasps, options, state, work] = step;
  if (options.integrator == Integrator::euler) return;
  for (const Contact& contact : work.contacts.solved()) {
    if (contact.force[0] <= 0 || work.contacts.has_settled(contact)) continue;
    const Eigen::RowVector3d normal = contact.frame.row(0);
    const auto along = [&](const Eigen::RowVector3d& vector) { return normal.dot(vector) * normal; };
    for (int i = 0; i < contact.point.count; ++i) {
      const int node = contact.point.nodes[i];
      const Eigen::RowVector3d v = along(state.past.dx.row(node) / dt - state.v.row(node)),
                               dv = -along(state.past.dv.row(node)),
                               dv_before = -along(state.past.dv_before.row(node));
      state.v.row(node) += v;
      state.past.dv.row(node) += dv;
      state.past.dv_before.row(node) += dv_before;
      hand_over_stop(step, contact, node, v, dv, dv_before);
      state.past.dx_before.row(node) += along(state.past.dx.row(node) - state.past.dx_before.row(node));
    }
  }
}

}  // namespace

void commit_step(const Step& step, double dt, const ProjectionReport& projected) {
  const auto& [model, grasps, options, state, work] = step;
  let_slip(step);
  state.past.dt_before = std::exchange(state.past.dt, dt);
  count_calm_steps(projected, work.yields, state.past);
  state.past.dx.swap(state.past.dx_before);
  state.past.dv.swap(state.past.dv_before);
  state.past.dx = work.next - state.x;
  state.past.dv = work.rule.rate * (work.next - work.rule.past) - state.v;
  state.x = work.next;
  state.v += state.past.dv;
  hand_over(step);
  stop_at_impacts(step, dt);
  const bool is_led_out = projected.penetration.beyond < projected.penetration.surface;
  if (is_led_out) state.past.forget();  // of an obstacle, at a walk: no motion to go on with
  work.contacts.remember(state.contacts);
  work.contacts.remember(state.layers);
  work.contacts.read_fingers(state.obstacles);
  work.force_is_known = false;
  if (projected.searched) find_outside_force(state, work);
  forget_unsettled_forces(step, projected);
}

void copy_state(const ClothState& from, ClothState& to) {
  to.x = from.x;
  to.v = from.v;
  to.past = from.past;
  to.multipliers = from.multipliers;
  to.tensions = from.tensions;
  to.contacts = from.contacts;
  to.layers = from.layers;
  to.obstacles = from.obstacles;
  to.exchange = from.exchange;
  to.grasps.resize(from.grasps.size());
  for (std::size_t g = 0; g < from.grasps.size(); ++g) {
    to.grasps[g].holding = from.grasps[g].holding;
    to.grasps[g].slipping = from.grasps[g].slipping;
    to.grasps[g].catching_up = from.grasps[g].catching_up;
    to.grasps[g].pace = from.grasps[g].pace;
    to.grasps[g].let_go = from.grasps[g].let_go;
    to.grasps[g].yields_until = from.grasps[g].yields_until;
    to.grasps[g].moved = from.grasps[g].moved;
    to.grasps[g].slid = from.grasps[g].slid;
  }
}

}  // namespace isocloth
