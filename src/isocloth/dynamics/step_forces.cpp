#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {

void find_outside_force(const ClothState& state, StepWorkspace& work) {
  work.projection.outside_force(work.load, state.x, state.multipliers, work.outside_force);
  work.contacts.add_forces(-1, work.outside_force);
  work.force_is_known = true;
}

namespace {

/// Of a spring by its law, of what does not give way by the balance of forces.
Vec3 force_on_held(int node, const ClothState& state, StepWorkspace& work) {
  if (work.grips.holds[node]) return work.grips.force(node, state.x);
  if (!work.force_is_known) find_outside_force(state, work);
  return work.outside_force.row(node).transpose();
}

}  // namespace

Wrench grasp_wrench(const Grasp& grasp, int index, const ClothState& state, StepWorkspace& work) {
  Wrench wrench;
  const GraspState& hold = state.grasps[index];
  if (!hold.holding) return wrench;
  const Vec3 origin = hold.taken.translation + hold.moved.translation;
  for (const int node : grasp.nodes) {
    const Vec3 force = force_on_held(node, state, work);
    wrench.force += force;
    wrench.torque += (state.x.row(node).transpose() - origin).cross(force);
  }
  return wrench;
}

ObstacleLoad obstacle_load(int obstacle, const ClothState& state, const StepWorkspace& work) {
  ObstacleLoad load;
  for (const Contact& c : work.contacts.solved()) {
    if (c.obstacle != obstacle || c.is_stop() || c.force[0] <= 0) continue;
    const Vec3 force = c.frame.transpose() * c.force;
    load.force += force;
    load.torque += (c.point.at(state.x) - work.contacts.pose(obstacle).translation).cross(force);
  }
  return load;
}

Wrench layer_wrench(const ClothModel& model, const Piece& cloth, const Piece& other, const ClothState& state,
                    const StepWorkspace& work) {
  Wrench wrench;
  for (const Contact& c : work.contacts.solved()) {
    if (!c.is_of_layers() || c.force[0] <= 0) continue;
    const Piece &first = model.piece_of(c.point.nodes[0]), &second = model.piece_of(c.point.nodes[3]);
    const bool is_first = &first == &cloth && &second == &other;
    if (!is_first && (&first != &other || &second != &cloth)) continue;
    const Vec3 force = c.frame.transpose() * c.force;
    for (int i = 0; i < c.point.count; ++i) {
      if (&model.piece_of(c.point.nodes[i]) != &cloth) continue;
      const Vec3 share = c.point.weights[i] * force;
      wrench.force += share;
      wrench.torque += state.x.row(c.point.nodes[i]).transpose().cross(share);
    }
  }
  return wrench;
}

void list_contact_forces(const ClothState& state, const StepWorkspace& work,
                         std::vector<ContactForce>& list) {
  list.clear();
  for (const Contact& c : work.contacts.solved())
    if (c.force[0] > 0 && !c.is_stop() && !c.is_of_layers())
      list.push_back({c.obstacle, c.point.at(state.x), c.frame.row(0).transpose(), c.force[0],
                      c.frame.bottomRows<2>().transpose() * c.force.tail<2>()});
}

}  // namespace isocloth
