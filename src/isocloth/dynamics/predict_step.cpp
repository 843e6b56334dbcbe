#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// Stiffness and rest of the springs on elements, from their tension and their error now.
void set_springs(const ClothModel& model, double dt, ClothState& state, StepWorkspace& work) {
  const RowPattern& pattern = model.rows.pattern();
  model.rows.measure_groups(pattern.constraint_groups, pattern.group_count(), state.x, work.row_errors);
  for (const Piece& piece : model.pieces)
    piece.springs.update(dt, state.multipliers, work.row_errors, state.tensions, work.law);
}

/// Where the free nodes may be at the end: as far from here as the last step went, which is calmer than x +
/// dt v.
void guess_motion(double dt, const ClothState& state, StepWorkspace& work) {
  const StepPast& last = state.past;
  if (last.dt == 0)
    work.next = state.x + dt * state.v;
  else
    work.next = state.x + dt / last.dt * last.dx;
}

/// Adds share · K x̂ to the load of a cloth; row by row, which needs no place for a product.
void add_bending_damping(const ClothModel& model, const Piece& piece, double share, StepWorkspace& work) {
  for (int i = piece.first_node; i < piece.first_node + piece.node_count; ++i) {
    Eigen::RowVector3d curved = Eigen::RowVector3d::Zero();
    for (NodeMatrix::InnerIterator entry(model.bending, i); entry; ++entry)
      curved += share * entry.value() * work.rule.past.row(entry.col());
    work.load.row(i) += curved;
  }
}

/// f = r² ρM x̃ + r (αM + βK) x̂ + F_δ.
void find_load(const ClothModel& model, StepWorkspace& work) {
  const TimeRule& rule = work.rule;
  for (const Piece& piece : model.pieces) {
    const Material& m = piece.material;
    const auto own = [&](auto& points) { return points.middleRows(piece.first_node, piece.node_count); };
    auto load = own(work.load);
    load = own(work.weight) +
           rule.rate * (model.node_area.segment(piece.first_node, piece.node_count).asDiagonal() *
                        (rule.rate * m.density * own(rule.inertial) + m.damping * own(rule.past)));
    if (m.bending_damping > 0) add_bending_damping(model, piece, rule.rate * m.bending_damping, work);
  }
}

}  // namespace

void predict_step(const Step& step, double dt, double end) {
  const auto& [model, grasps, options, state, work] = step;
  work.rule.set(options.integrator, dt, state);
  work.set_metric(model, work.rule.rate);
  set_springs(model, dt, state, work);
  find_load(model, work);
  guess_motion(dt, state, work);
  work.contacts.begin_step(state.x, end - dt, end, state.contacts, state.obstacles, state.layers);
  move_grasps(step, dt, end);
  stiffen_around_held(model, work);
}

}  // namespace isocloth
