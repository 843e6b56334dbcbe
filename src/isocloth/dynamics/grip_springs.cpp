#include "isocloth/dynamics/grip_springs.hpp"

#include <algorithm>

#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// A hand at its limit pulls with it up to this share.
constexpr double kLimitTolerance = 0.01;

/// The spring acts with another stiffness from now on.
void set_stiffness(StepWorkspace& work, int node, double stiffness) {
  const double more = stiffness - work.grips.stiffness[node];
  work.grips.stiffness[node] = stiffness;
  work.metric.coeffRef(node, node) += more;
  work.load.row(node) += more * work.grips.place.row(node);
}

/// Makes a spring pull with no more than `limit`, and with as much where it would pull with more.
bool limit_node(StepWorkspace& work, int node, double limit) {
  const GripSprings& grips = work.grips;
  const double way = (grips.place.row(node) - work.next.row(node)).norm();
  const double stiffness = grips.whole[node] * way > limit ? limit / way : grips.whole[node];
  if (std::abs(stiffness - grips.stiffness[node]) * way <= kLimitTolerance * limit) return false;
  set_stiffness(work, node, stiffness);
  return true;
}

/// The same for a hand as a whole.
bool limit_hand(const Grasp& grasp, StepWorkspace& work) {
  Vec3 whole = Vec3::Zero(), now = whole;
  for (const int node : grasp.nodes) {
    now += work.grips.force(node, work.next);
    whole += work.grips.whole[node] * (work.grips.place.row(node) - work.next.row(node)).transpose();
  }
  const double limit = grasp.grip.force_limit, share = std::min(1.0, limit / whole.norm());
  if (std::abs(share * whole.norm() - now.norm()) <= kLimitTolerance * limit) return false;
  for (const int node : grasp.nodes) set_stiffness(work, node, share * work.grips.whole[node]);
  return true;
}

/// How far a node has to slide for the spring alone not to pull with more than `limit`.
Vec3 way_to_slide(const Vec3& pull, double stiffness, double limit) {
  const double force = stiffness * pull.norm();
  return force > limit ? Vec3((limit / force - 1) * pull) : Vec3(Vec3::Zero());
}

}  // namespace

GripSprings::GripSprings(Eigen::Index node_count)
    : holds(static_cast<std::size_t>(node_count), 0),
      stiffness(Vector::Zero(node_count)),
      whole(stiffness),
      place(Points::Zero(node_count, 3)),
      spring(stiffness),
      damping(stiffness) {}

void clear_grips(GripSprings& grips) {
  std::fill(grips.holds.begin(), grips.holds.end(), 0);
  grips.stiffness.setZero();
  grips.whole.setZero();
}

void add_grip(const Step& step, int node, const GripSpring& spring) {
  StepWorkspace& work = step.work;
  const double damper = spring.damping * work.rule.rate;
  const auto past = work.rule.past.row(node).transpose();
  const double stiffness = spring.stiffness + damper;
  work.grips.holds[node] = 1;
  work.grips.whole[node] = stiffness;
  work.grips.spring[node] = spring.stiffness;
  work.grips.damping[node] = spring.damping;
  work.grips.place.row(node) =
      ((spring.stiffness * spring.target + damper * past + spring.damping * spring.velocity) / stiffness)
          .transpose();
  set_stiffness(work, node, stiffness);
}

double share_per_area(const Step& step, int grasp) {
  double area = 0;
  for (const int node : step.grasps[grasp].nodes) area += step.model.node_area[node];
  return 1 / area;
}

bool limit_grips(const Step& step) {
  bool changed = false;
  for (std::size_t g = 0; g < step.grasps.size(); ++g) {
    const Grasp& grasp = step.grasps[g];
    if (!step.state.grasps[g].holding || !grasp.grip.has_limit()) continue;
    if (grasp.grip.slip == Slip::release) {
      changed = limit_hand(grasp, step.work) || changed;
      continue;
    }
    const double share = grasp.grip.force_limit * share_per_area(step, static_cast<int>(g));
    for (const int node : grasp.nodes)
      changed = limit_node(step.work, node, share * step.model.node_area[node]) || changed;
  }
  return changed;
}

void let_slip(const Step& step) {
  const auto& [model, grasps, options, state, work] = step;
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    const Grip& grip = grasps[g].grip;
    GraspState& hold = state.grasps[g];
    if (!hold.holding || !grip.has_limit()) continue;
    const double share = share_per_area(step, static_cast<int>(g));
    hold.slipping = false;
    for (std::size_t i = 0; i < grasps[g].nodes.size(); ++i) {
      const int node = grasps[g].nodes[i];
      const auto row = static_cast<Eigen::Index>(i);
      hold.slipping = hold.slipping || work.grips.stiffness[node] < work.grips.whole[node];
      if (grip.slip != Slip::slide) continue;
      const Eigen::Quaterniond& turn = hold.moved.rotation;
      const Vec3 place = hold.place(row, hold.moved) + turn * hold.slid.row(row).transpose();
      const double of_node = share * model.node_area[node];
      const Vec3 way = way_to_slide(place - work.next.row(node).transpose(), of_node * grip.stiffness,
                                    of_node * grip.force_limit);
      hold.slid.row(row) += (turn.conjugate() * way).transpose();
    }
    hold.let_go = hold.slipping && grip.slip == Slip::release;
  }
}

}  // namespace isocloth
