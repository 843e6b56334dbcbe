#include <algorithm>

#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// Speed at which nodes that an obstacle kept from their grasp come back to it, beyond the grasp's own [m/s].
constexpr double kCatchUpSpeed = 0.25;

/// Grasps are point loads: rows that depend on a held node are this much stiffer.
constexpr double kPointLoadShare = 10;

/// Rigid grasps that pull a cloth further than it reaches are springs at each node, so stiff that its weight
/// moves them by this [m]: a cloth that is carried then lags by millimetres, and an overpull costs no more
/// than a step within reach. [N/m] at least.
constexpr double kYieldByWeight = 3e-5, kLeastYieldStiffness = 2e4, kEarth = 9.8;

double yield_stiffness(const ClothModel& model) {
  const double weight = kEarth * model.material.gravitational_mass() * model.node_area.sum();
  return std::max(kLeastYieldStiffness, weight / kYieldByWeight);
}

/// … and stay so for a while: cloth that noise pulls taut in one step it lets go in the next [s].
constexpr double kYieldTime = 0.2;

void take_hold(const Grasp& grasp, const Points& x, GraspState& hold) {
  for (std::size_t i = 0; i < grasp.nodes.size(); ++i)
    hold.anchor.row(static_cast<Eigen::Index>(i)) = x.row(grasp.nodes[i]);
  hold.shift.setZero();
  hold.slid.setZero();
}

/// Holds a node at a place, or, where the cloth does not reach that far, pulls it there.
void hold_node(const Step& step, int node, const Vec3& to) {
  StepWorkspace& work = step.work;
  if (work.yields) {
    add_grip(step, node, {.stiffness = yield_stiffness(step.model), .target = to});
    return;
  }
  work.held[node] = 1;
  work.next.row(node) = to.transpose();
}

/// Where the nodes of a rigid grasp go: to their targets, but not into obstacles, and from there, or from far
/// away, back at a walk: the nearest way out of a thin obstacle may change sides from one step to the next.
void lead_nodes(const Step& step, const Grasp& grasp, double speed, double dt, GraspState& hold) {
  StepWorkspace& work = step.work;
  const double most = (kCatchUpSpeed + std::min(speed, kTopSpeed)) * dt;
  bool behind = false;
  for (const int node : grasp.nodes) {
    const Vec3 target = work.target.row(node).transpose(), from = step.state.x.row(node).transpose();
    Vec3 to = work.contacts.pushed_out(target);
    const bool is_kept_out = to != target;
    const double way = (to - from).norm();
    const bool is_far = way > std::max(kTopSpeed * dt, most) && !hold.slipping;
    if ((is_kept_out || is_far || hold.catching_up) && way > most) {
      to = work.contacts.pushed_out(from + most / way * (to - from));
      behind = true;
    }
    behind = behind || is_kept_out;
    if (is_kept_out || is_far)
      work.held_back = is_kept_out ? StepCause::grasp_in_obstacle : StepCause::grasp_too_fast;
    hold_node(step, node, to);
  }
  hold.catching_up = behind;
}

/// Moves a hand that gives way to where its path has it; where that jumps, at a walk.
void lead_hand(const Vec3& wanted, double speed, double dt, GraspState& hold, StepWorkspace& work) {
  const Vec3 way = wanted - hold.shift;
  const double most = (kCatchUpSpeed + (speed > kTopSpeed ? 0.0 : speed)) * dt, length = way.norm();
  hold.catching_up = length > most && (hold.catching_up || length > kTopSpeed * dt);
  hold.shift = hold.catching_up ? Vec3(hold.shift + most / length * way) : wanted;
  if (hold.catching_up) work.held_back = StepCause::grasp_too_fast;
}

/// Springs from where the hand has its nodes, which moved by `way` in this step.
void pull_nodes(const Step& step, int index, const Vec3& way, double dt) {
  const Grasp& grasp = step.grasps[index];
  const GraspState& hold = step.state.grasps[index];
  const double share = share_per_area(step, index);
  for (std::size_t i = 0; i < grasp.nodes.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const double of_node = share * step.model.node_area[grasp.nodes[i]];
    Vec3 target = hold.anchor.row(row).transpose() + hold.shift;
    if (hold.slid.rows() > 0) target += hold.slid.row(row).transpose();
    add_grip(step, grasp.nodes[i],
             {.stiffness = of_node * grasp.grip.stiffness,
              .damping = of_node * grasp.grip.damping,
              .target = target,
              .velocity = way / dt});
  }
}

void move_grasp(const Step& step, int index, double dt, double end) {
  const Grasp& grasp = step.grasps[index];
  GraspState& hold = step.state.grasps[index];
  Vec3 shift = grasp.motion.path(end);
  const Vec3 way = shift - grasp.motion.path(end - dt);
  const double speed = way.norm() / dt;
  if (!grasp.motion.relative) shift -= hold.anchor.row(0).transpose();
  for (std::size_t i = 0; i < grasp.nodes.size(); ++i)
    step.work.target.row(grasp.nodes[i]) = hold.anchor.row(static_cast<Eigen::Index>(i)) + shift.transpose();
  if (grasp.grip.is_rigid()) {
    hold.shift = shift;
    lead_nodes(step, grasp, speed, dt, hold);
    return;
  }
  const Vec3 before = hold.shift;
  lead_hand(shift, speed, dt, hold, step.work);
  pull_nodes(step, index, hold.catching_up ? Vec3(hold.shift - before) : way, dt);
}

}  // namespace

void stiffen_around_held(const ClothModel& model, StepWorkspace& work) {
  bool changed = false;
  for (std::size_t i = 0; i < work.held.size(); ++i) {
    const char holds = work.held[i] | work.grips.holds[i];
    changed = changed || holds != work.stiff_around[i];
    work.stiff_around[i] = holds;
  }
  if (!changed) return;
  const RowPattern& pattern = model.rows.pattern();
  for (int g = 0; g < pattern.constraint_groups; ++g) {
    const bool holds = std::any_of(pattern.nodes.begin() + pattern.node_begin[g],
                                   pattern.nodes.begin() + pattern.node_begin[g + 1],
                                   [&](int node) { return work.stiff_around[node] != 0; });
    for (int r = pattern.row_begin[g]; r < pattern.row_begin[g + 1]; ++r)
      work.law.stiffness[r] = (holds ? kPointLoadShare : 1) * model.law.stiffness[r];
  }
}

void move_grasps(const Step& step, double dt, double end) {
  const auto& [model, grasps, options, state, work] = step;
  work.held_back = StepCause::none;
  std::fill(work.held.begin(), work.held.end(), 0);
  clear_grips(work.grips);
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    GraspState& hold = state.grasps[g];
    const bool held = hold.holding;
    hold.holding = holds_at(grasps[g], end, dt) && !hold.let_go;
    if (!hold.holding) continue;
    if (!held) take_hold(grasps[g], state.x, hold);
    move_grasp(step, static_cast<int>(g), dt, end);
  }
}

Slipped note_slip(const Step& step) {
  const auto& [model, grasps, options, state, work] = step;
  Slipped slipped;
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    GraspState& hold = state.grasps[g];
    double slip = 0;
    for (const int node : grasps[g].nodes)
      if (hold.holding) slip = std::max(slip, (work.target.row(node) - work.next.row(node)).norm());
    const bool is_rigid = grasps[g].grip.is_rigid();
    if (is_rigid) hold.slipping = work.yields && slip > kUnnoticedSlip;
    if (is_rigid && hold.slipping) hold.yields_until = state.time + kYieldTime;
    if (slip > slipped.largest) slipped.largest = slip, slipped.grasp = static_cast<int>(g);
    slipped.falls_short = slipped.falls_short || (slip > kUnnoticedSlip && (is_rigid || hold.catching_up));
  }
  return slipped;
}

}  // namespace isocloth
