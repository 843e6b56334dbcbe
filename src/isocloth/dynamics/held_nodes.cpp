#include <algorithm>
#include <cmath>

#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// Speed at which nodes that an obstacle kept from their grasp come back to it, beyond the grasp's own [m/s].
constexpr double kCatchUpSpeed = 0.25;

/// After a stop a hand goes on at half the pace that was too much, then at twice that with every step that is
/// taken; this is slow enough to be no cause of another stop [m/s].
constexpr double kLeastPace = 1e-3;

/// Rigid grasps that pull a cloth further than it reaches are springs at each node, so stiff that its weight
/// moves them by this [m]: a cloth that is carried then lags by millimetres, and an overpull costs no more
/// than a step within reach. [N/m] at least.
constexpr double kYieldByWeight = 3e-5, kLeastYieldStiffness = 2e4, kEarth = 9.8;

/// … but pull with no more than this [N], or so many times the cloth's weight: beyond it rows would stretch.
constexpr double kYieldForce = 100, kYieldForceByWeight = 20;

/// Of a node that is `away` from where its grasp had it before; by the weight of the cloth that it is of.
double yield_stiffness(const ClothModel& model, int node, double away) {
  const double weight = model.piece_of(node).weight(kEarth);
  const double most = std::max(kYieldForce, kYieldForceByWeight * weight) / std::max(away, 1e-9);
  return std::min(most, std::max(kLeastYieldStiffness, weight / kYieldByWeight));
}

/// … and stay so for a while: cloth that noise pulls taut in one step it lets go in the next [s].
constexpr double kYieldTime = 0.2;

/// At time t [s].
void take_hold(const Grasp& grasp, const Points& x, double t, GraspState& hold) {
  for (std::size_t i = 0; i < grasp.nodes.size(); ++i)
    hold.anchor.row(static_cast<Eigen::Index>(i)) = x.row(grasp.nodes[i]);
  const Motion& motion = grasp.motion;
  hold.taken = motion.relative ? RigidPose{} : motion.path(t);
  if (motion.relative || motion.origin == HandOrigin::first_node)
    hold.taken.translation = hold.anchor.row(0).transpose();
  hold.moved = {};
  hold.slid.setZero();
}

/// How far the path has brought the hand since it took hold, where it is at `pose` now.
RigidPose moved_by(const Motion& motion, const RigidPose& pose, const GraspState& hold) {
  if (motion.relative) return pose;
  return {pose.rotation * hold.taken.rotation.conjugate(), pose.translation - hold.taken.translation};
}

/// A hand's way in a step.
struct HandWay {
  Vec3 shift;                   ///< [m]
  Eigen::Quaterniond from, to;  ///< how it was turned, and is

  /// Of a node that is this far from the origin when the hand is not turned [m].
  Vec3 of_node(const Vec3& arm) const { return shift + (to * arm - from * arm); }

  /// Of the node that goes furthest, along the arc of an even turn [m].
  double longest(const GraspState& hold) const {
    double longest = 0;
    for (Eigen::Index i = 0; i < hold.anchor.rows(); ++i)
      longest = std::max(longest, of_node(hold.arm(i)).norm());
    const double half = from.angularDistance(to) / 2;
    return half > 0 ? longest * (half / std::sin(half)) : longest;
  }
};

/// Holds a node at a place, or, where the cloth does not reach that far, pulls it there.
/// `way`: how far its grasp moves in the step.
void hold_node(const Step& step, int node, const Vec3& to, double way) {
  StepWorkspace& work = step.work;
  if (work.yields) {
    const double away = std::max(0.0, (to.transpose() - step.state.x.row(node)).norm() - way);
    add_grip(step, node, {.stiffness = yield_stiffness(step.model, node, away), .target = to});
    return;
  }
  work.held[node] = 1;
  work.next.row(node) = to.transpose();
}

/// Where the nodes of a rigid hand go: to their place in it, but not into obstacles, and from there, or from
/// far away, back at a walk: the nearest way out of a thin obstacle may change sides from one step to the
/// next.
void lead_nodes(const Step& step, const Grasp& grasp, double speed, double dt, bool was_behind,
                GraspState& hold) {
  StepWorkspace& work = step.work;
  const double most = (kCatchUpSpeed + std::min(speed, kTopSpeed)) * dt;
  bool behind = false;
  for (std::size_t i = 0; i < grasp.nodes.size(); ++i) {
    const int node = grasp.nodes[i];
    const Vec3 target = hold.place(static_cast<Eigen::Index>(i), hold.moved);
    const Vec3 from = step.state.x.row(node).transpose();
    Vec3 to = work.contacts.pushed_out(node, target);
    const bool is_kept_out = to != target;
    const double way = (to - from).norm();
    const bool is_far = way > std::max(kTopSpeed * dt, most) && !hold.slipping;
    if ((is_kept_out || is_far || was_behind) && way > most) {
      to = work.contacts.pushed_out(node, from + most / way * (to - from));
      behind = true;
    }
    behind = behind || is_kept_out;
    if (is_kept_out || is_far)
      work.held_back = is_kept_out ? StepCause::grasp_in_obstacle : StepCause::grasp_too_fast;
    hold_node(step, node, to, speed * dt);
  }
  if (behind && hold.catching_up == CatchingUp::no) hold.catching_up = CatchingUp::from_far;
}

/// Moves a hand to where its path has it; where that jumps, or after a stop, at a walk. Returns its way.
HandWay lead_hand(const Step& step, int index, const RigidPose& wanted, const HandWay& by_path, double dt) {
  GraspState& hold = step.state.grasps[index];
  const RigidPose from = hold.moved;
  const bool has_stopped = hold.catching_up == CatchingUp::after_a_stop;
  const HandWay way{wanted.translation - from.translation, from.rotation, wanted.rotation};
  const double speed = by_path.longest(hold) / dt, length = way.longest(hold);
  const double walk = kCatchUpSpeed + (speed > kTopSpeed ? 0.0 : speed);
  hold.pace = has_stopped ? std::min(2 * hold.pace, walk) : walk;
  const double most = hold.pace * dt;
  hold.moved = wanted;
  if (length <= most) hold.catching_up = CatchingUp::no;
  if (length > std::max(most, kTopSpeed * dt) && !has_stopped) hold.catching_up = CatchingUp::from_far;
  if (hold.catching_up == CatchingUp::no) return by_path;
  step.work.held_back = has_stopped ? StepCause::budget : StepCause::grasp_too_fast;
  const double share = most / length;
  hold.moved = {from.rotation.slerp(share, wanted.rotation).normalized(),
                from.translation + share * way.shift};
  return {hold.moved.translation - from.translation, from.rotation, hold.moved.rotation};
}

/// Springs from where the hand has its nodes, which moved with it in this step.
void pull_nodes(const Step& step, int index, const HandWay& way, double dt) {
  const Grasp& grasp = step.grasps[index];
  const GraspState& hold = step.state.grasps[index];
  const double share = share_per_area(step, index);
  for (std::size_t i = 0; i < grasp.nodes.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    const double of_node = share * step.model.node_area[grasp.nodes[i]];
    const Vec3 slid = hold.slid.rows() > 0 ? Vec3(hold.slid.row(row).transpose()) : Vec3(Vec3::Zero());
    add_grip(step, grasp.nodes[i],
             {.stiffness = of_node * grasp.grip.stiffness,
              .damping = of_node * grasp.grip.damping,
              .target = hold.place(row, hold.moved) + hold.moved.rotation * slid,
              .velocity = way.of_node(hold.arm(row) + slid) / dt});
  }
}

/// From where a hand has its nodes to where they are, on average [m].
Vec3 mean_lag(const Grasp& grasp, const GraspState& hold, const Points& x) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 0; i < grasp.nodes.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    sum += x.row(grasp.nodes[i]).transpose() - hold.place(row, hold.moved);
    if (hold.slid.rows() > 0) sum -= hold.moved.rotation * hold.slid.row(row).transpose();
  }
  return sum / static_cast<double>(grasp.nodes.size());
}

void move_grasp(const Step& step, int index, double dt, double end) {
  const Grasp& grasp = step.grasps[index];
  GraspState& hold = step.state.grasps[index];
  const RigidPose now = grasp.motion.path(end), before = grasp.motion.path(end - dt);
  const RigidPose wanted = moved_by(grasp.motion, now, hold);
  const HandWay way{now.translation - before.translation, moved_by(grasp.motion, before, hold).rotation,
                    wanted.rotation};
  for (std::size_t i = 0; i < grasp.nodes.size(); ++i)
    step.work.target.row(grasp.nodes[i]) = hold.place(static_cast<Eigen::Index>(i), wanted).transpose();
  const bool was_behind = hold.catching_up != CatchingUp::no;
  const HandWay led = lead_hand(step, index, wanted, way, dt);
  if (grasp.grip.is_rigid())
    lead_nodes(step, grasp, way.longest(hold) / dt, dt, was_behind, hold);
  else
    pull_nodes(step, index, led, dt);
}

}  // namespace

Points wanted_places(const Grasp& grasp, const GraspState& hold, const Points& x, double now, double t) {
  GraspState held = hold;
  if (!held.holding) take_hold(grasp, x, now, held);
  const RigidPose way = moved_by(grasp.motion, grasp.motion.path(t), held);
  Points places(held.anchor.rows(), 3);
  for (Eigen::Index i = 0; i < places.rows(); ++i) {
    places.row(i) = held.place(i, way).transpose();
    if (held.slid.rows() > 0) places.row(i) += (way.rotation * held.slid.row(i).transpose()).transpose();
  }
  return places;
}

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
  work.hands.resize(grasps.size());
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    GraspState& hold = state.grasps[g];
    const bool held = hold.holding;
    hold.holding = holds_at(grasps[g], end, dt) && !hold.let_go && !grasps[g].nodes.empty();
    if (!hold.holding) continue;
    if (!held) take_hold(grasps[g], state.x, end - dt, hold);
    work.hands[g] = hold.moved;
    move_grasp(step, static_cast<int>(g), dt, end);
  }
}

void bring_hands_back(const Step& step) {
  for (std::size_t g = 0; g < step.grasps.size(); ++g) {
    GraspState& hold = step.state.grasps[g];
    if (!hold.holding) continue;
    hold.moved = step.work.hands[g];
    hold.moved.translation += mean_lag(step.grasps[g], hold, step.state.x);
    hold.pace = std::max(std::min(hold.pace, kCatchUpSpeed) / 4, kLeastPace);
    hold.catching_up = CatchingUp::after_a_stop;
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
    slipped.falls_short =
        slipped.falls_short || (slip > kUnnoticedSlip && (is_rigid || hold.catching_up != CatchingUp::no));
  }
  return slipped;
}

}  // namespace isocloth
