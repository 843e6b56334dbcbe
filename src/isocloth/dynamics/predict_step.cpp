#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// Stiffness and rest of the springs on elements, from their tension and their error now.
void set_springs(const ClothModel& model, double dt, ClothState& state, StepWorkspace& work) {
  const RowPattern& pattern = model.rows.pattern();
  model.rows.measure_groups(pattern.constraint_groups, pattern.group_count(), state.x, work.row_errors);
  model.springs.update(dt, state.multipliers, work.row_errors, state.tensions, work.law);
}

/// The load f, and x + dt v as first guess of the free nodes.
void predict_free_motion(const ClothModel& model, double dt, const ClothState& state, StepWorkspace& work) {
  const Material& m = model.material;
  work.next = state.x + dt * state.v;
  work.load = work.weight +
              model.node_area.asDiagonal() * (m.density / (dt * dt) * work.next + m.damping / dt * state.x);
  if (m.bending_damping > 0) work.load += m.bending_damping / dt * (model.bending * state.x);
}

}  // namespace

void predict_step(const Step& step, double dt, double end) {
  const auto& [model, grasps, options, state, work] = step;
  work.set_metric(model.material, dt);
  set_springs(model, dt, state, work);
  predict_free_motion(model, dt, state, work);
  work.contacts.begin_step(state.x, end - dt, end, state.contacts, state.fingers);
  move_grasps(step, dt, end);
  stiffen_around_held(model, work);
}

}  // namespace isocloth
