#include <algorithm>

#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// Speed at which nodes that an obstacle kept from their grasp come back to it, beyond the grasp's own [m/s].
constexpr double kCatchUpSpeed = 0.25;

/// Grasps are point loads: rows that depend on a held node are this much stiffer.
constexpr double kPointLoadShare = 10;

/// No hand moves faster [m/s]. A grasp that is led faster, as by a path in the coordinates of another place,
/// comes to where it should be at a walk.
constexpr double kTopSpeed = 20;

/// Where the held nodes go: to their targets, but not into obstacles, and from there, or from far away, back
/// at a walk: the nearest way out of a thin obstacle may change sides from one step to the next.
void lead_nodes(const Grasp& grasp, double speed, double dt, const Points& x, GraspState& hold,
                StepWorkspace& work) {
  const double most = (kCatchUpSpeed + std::min(speed, kTopSpeed)) * dt;
  bool behind = false;
  for (const int node : grasp.nodes) {
    const Vec3 target = work.target.row(node).transpose(), from = x.row(node).transpose();
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
    work.next.row(node) = to.transpose();
  }
  hold.catching_up = behind;
}

}  // namespace

void stiffen_around_held(const ClothModel& model, StepWorkspace& work) {
  if (work.held == work.held_before) return;
  work.held_before = work.held;
  const RowPattern& pattern = model.rows.pattern();
  for (int g = 0; g < pattern.constraint_groups; ++g) {
    const bool holds = std::any_of(pattern.nodes.begin() + pattern.node_begin[g],
                                   pattern.nodes.begin() + pattern.node_begin[g + 1],
                                   [&](int node) { return work.held[node] != 0; });
    for (int r = pattern.row_begin[g]; r < pattern.row_begin[g + 1]; ++r)
      work.law.stiffness[r] = (holds ? kPointLoadShare : 1) * model.law.stiffness[r];
  }
}

void move_grasps(const Step& step, double dt, double end) {
  const auto& [model, grasps, options, state, work] = step;
  work.held_back = StepCause::none;
  std::fill(work.held.begin(), work.held.end(), 0);
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    const Grasp& grasp = grasps[g];
    GraspState& hold = state.grasps[g];
    const bool takes_hold = !hold.holding;
    hold.holding = holds_at(grasp, end, dt);
    if (!hold.holding) continue;
    for (std::size_t i = 0; takes_hold && i < grasp.nodes.size(); ++i)
      hold.anchor.row(static_cast<Eigen::Index>(i)) = state.x.row(grasp.nodes[i]);
    Vec3 shift = grasp.motion.path(end);
    const double speed = (shift - grasp.motion.path(end - dt)).norm() / dt;
    if (!grasp.motion.relative) shift -= hold.anchor.row(0).transpose();
    for (std::size_t i = 0; i < grasp.nodes.size(); ++i) {
      work.held[grasp.nodes[i]] = 1;
      work.target.row(grasp.nodes[i]) = hold.anchor.row(static_cast<Eigen::Index>(i)) + shift.transpose();
    }
    lead_nodes(grasp, speed, dt, state.x, hold, work);
  }
}

double note_slip(const Step& step) {
  const auto& [model, grasps, options, state, work] = step;
  double largest = 0;
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    double slip = 0;
    for (const int node : grasps[g].nodes)
      if (state.grasps[g].holding)
        slip = std::max(slip, (work.target.row(node) - work.next.row(node)).norm());
    state.grasps[g].slipping = slip > 0;
    largest = std::max(largest, slip);
  }
  return largest;
}

}  // namespace isocloth
