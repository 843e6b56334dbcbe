#include "isocloth/gradient/held_paths.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// Times that differ by less than this share of a step are the same.
constexpr double kSameTime = 1e-6;

/// Straight from step to step; at the steps themselves the numbers that were given.
Vec3 place_at(const HeldPaths& paths, Eigen::Index row, double steps) {
  const double nearest = std::round(steps), last = static_cast<double>(paths.steps.size());
  if (std::abs(steps - nearest) < kSameTime) steps = nearest;
  steps = std::clamp(steps, 0.0, last);
  const auto place = [&](double k) -> Vec3 {
    return (k == 0 ? paths.start : paths.steps[static_cast<std::size_t>(k) - 1]).row(row).transpose();
  };
  const double before = std::floor(steps), share = steps - before;
  if (share == 0) return place(before);
  return place(before) + share * (place(before + 1) - place(before));
}

bool holds_next(const Simulation& simulation, std::size_t g) {
  const ClothState& state = simulation.state();
  const double dt = simulation.options().dt, end = static_cast<double>(state.step + 1) * dt;
  return holds_at(simulation.grasps()[g], end, dt) && !state.grasps[g].let_go &&
         !simulation.grasps()[g].nodes.empty();
}

void check_grasp_for_paths(const Simulation& simulation, std::size_t g, int steps) {
  const Grasp& grasp = simulation.grasps()[g];
  const std::string who = "grasp \"" + grasp.name + "\"";
  const double dt = simulation.options().dt;
  const double last = static_cast<double>(simulation.state().step + steps) * dt;
  if (holds_next(simulation, g)) {
    require(grasp.grip.slip != Slip::release,
            who + " lets go at its force limit, which has no derivative; give it slip: hold");
    return;
  }
  require(!(holds_at(grasp, last, dt) && !simulation.state().grasps[g].let_go),
          who + " takes hold during the steps; go there first, and differentiate from then on");
}

/// The part of a hand that holds one node.
Grip share_of(const Grip& grip, double share) {
  Grip part = grip;
  if (!grip.is_rigid()) {
    part.stiffness *= share;
    part.damping *= share;
    part.force_limit *= share;
  }
  return part;
}

}  // namespace

HeldPaths held_paths(const Simulation& simulation, int steps) {
  const ClothState& state = simulation.state();
  const double dt = simulation.options().dt, now = static_cast<double>(state.step) * dt;
  HeldPaths paths;
  std::vector<std::size_t> holding;
  for (std::size_t g = 0; g < simulation.grasps().size(); ++g) {
    check_grasp_for_paths(simulation, g, steps);
    if (!holds_next(simulation, g)) continue;
    holding.push_back(g);
    const std::vector<int>& nodes = simulation.grasps()[g].nodes;
    paths.nodes.insert(paths.nodes.end(), nodes.begin(), nodes.end());
  }
  const auto places = [&](double t) {
    Points all(static_cast<Eigen::Index>(paths.nodes.size()), 3);
    Eigen::Index row = 0;
    for (const std::size_t g : holding) {
      const Points some = wanted_places(simulation.grasps()[g], state.grasps[g], state.x, now, t);
      all.middleRows(row, some.rows()) = some;
      row += some.rows();
    }
    return all;
  };
  paths.start = places(now);
  for (int k = 1; k <= steps; ++k) paths.steps.push_back(places(static_cast<double>(state.step + k) * dt));
  return paths;
}

Simulation led_along(const Simulation& simulation, const HeldPaths& paths) {
  const ClothState& from = simulation.state();
  const double dt = simulation.options().dt, begin = static_cast<double>(from.step);
  const auto shared = std::make_shared<const HeldPaths>(paths);
  ClothState state = from;
  state.grasps.clear();
  std::vector<Grasp> grasps;
  Eigen::Index row = 0;
  for (std::size_t g = 0; g < simulation.grasps().size(); ++g) {
    if (!holds_next(simulation, g)) continue;
    const Grasp& hand = simulation.grasps()[g];
    double area = 0;
    for (const int node : hand.nodes) area += simulation.model().node_area[node];
    for (const int node : hand.nodes) {
      Grasp part = hand;
      part.name.append(" ").append(std::to_string(node));
      part.nodes = {node};
      part.pick.reset();
      part.grip = share_of(hand.grip, simulation.model().node_area[node] / area);
      part.motion = position_motion(
          [shared, row, dt, begin](double t) { return place_at(*shared, row, t / dt - begin); }, false);
      GraspState hold = new_state(part);
      hold.holding = from.grasps[g].holding;
      hold.anchor.row(0) = paths.start.row(row);
      hold.taken.translation = paths.start.row(row).transpose();
      state.grasps.push_back(std::move(hold));
      grasps.push_back(std::move(part));
      ++row;
    }
  }
  Simulation led = simulation.twin();
  led.restore(state, std::move(grasps));
  return led;
}

}  // namespace isocloth
