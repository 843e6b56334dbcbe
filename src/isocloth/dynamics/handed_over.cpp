#include "isocloth/dynamics/handed_over.hpp"

#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// What is left of a share that nothing adds to any more is forgotten below this [N·s].
constexpr double kNothing = 1e-18;

void add_wrench(double factor, const Wrench& more, Wrench& to) {
  to.force += factor * more.force;
  to.torque += factor * more.torque;
}

/// What is still to come of the parts before this one.
void carry_on(const TimeRule& rule, std::vector<HandedOver>& list) {
  for (HandedOver& handed : list) {
    Wrench rest;
    add_wrench(rule.one, handed.last, rest);
    add_wrench(rule.two, handed.before, rest);
    if (rest.force.cwiseAbs().maxCoeff() + rest.torque.cwiseAbs().maxCoeff() < kNothing) rest = {};
    handed.before = handed.last;
    handed.last = rest;
  }
}

void add_force(double share, const Vec3& force, const Vec3& arm, Wrench& to) {
  to.force += share * force;
  to.torque += share * arm.cross(force);
}

void add_grasps(const Step& step, double share) {
  const auto& [model, grasps, options, state, work] = step;
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    const GraspState& hold = state.grasps[g];
    if (!hold.holding || grasps[g].grip.is_rigid()) continue;
    const Vec3 origin = hold.taken.translation + hold.moved.translation;
    for (const int node : grasps[g].nodes)
      add_force(share, work.grips.force(node, work.next), work.next.row(node).transpose() - origin,
                state.exchange.by_grasps[g].last);
  }
}

bool is_of_obstacle(const Contact& contact) { return !contact.is_stop() && !contact.is_of_layers(); }

void add_contacts(const Step& step, double share) {
  const auto& [model, grasps, options, state, work] = step;
  for (const Contact& contact : work.contacts.solved()) {
    if (!is_of_obstacle(contact) || contact.force[0] <= 0) continue;
    add_force(share, contact.frame.transpose() * contact.force,
              contact.point.at(work.next) - work.contacts.pose(contact.obstacle).translation,
              state.exchange.by_obstacles[static_cast<std::size_t>(contact.obstacle)].last);
  }
}

}  // namespace

void begin_exchange(const Step& step) {
  Exchange& exchange = step.state.exchange;
  exchange.by_grasps.resize(step.grasps.size());
  exchange.by_obstacles.resize(step.state.obstacles.size());
  for (std::vector<HandedOver>* list : {&exchange.by_grasps, &exchange.by_obstacles})
    for (HandedOver& handed : *list) handed.given = {};
}

void hand_over(const Step& step) {
  Exchange& exchange = step.state.exchange;
  const TimeRule& rule = step.work.rule;
  for (std::vector<HandedOver>* list : {&exchange.by_grasps, &exchange.by_obstacles}) carry_on(rule, *list);
  add_grasps(step, 1 / rule.rate);
  add_contacts(step, 1 / rule.rate);
  for (std::vector<HandedOver>* list : {&exchange.by_grasps, &exchange.by_obstacles})
    for (HandedOver& handed : *list) add_wrench(1, handed.last, handed.given);
}

void hand_over_stop(const Step& step, const Contact& contact, int node, const Eigen::RowVector3d& v,
                    const Eigen::RowVector3d& dv, const Eigen::RowVector3d& dv_before) {
  if (!is_of_obstacle(contact)) return;
  const auto& [model, grasps, options, state, work] = step;
  const double mass = model.piece_of(node).material.density * model.node_area[node];
  const Vec3 arm = state.x.row(node).transpose() - work.contacts.pose(contact.obstacle).translation;
  HandedOver& handed = state.exchange.by_obstacles[static_cast<std::size_t>(contact.obstacle)];
  add_force(mass, v.transpose(), arm, handed.given);
  add_force(mass, dv.transpose(), arm, handed.last);
  add_force(mass, dv_before.transpose(), arm, handed.before);
}

}  // namespace isocloth
