#include "view/live_run.hpp"

#include <algorithm>
#include <cmath>

#include "io/scene/build_obstacles.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/material_presets.hpp"
#include "io/scene/read_scene.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/session/make_frame.hpp"

namespace isocloth::cli {
namespace {

bool holds(const Simulation& simulation, std::size_t grasp) {
  const ClothState& state = simulation.state();
  return holds_at(simulation.grasps()[grasp], state.time + simulation.options().dt, simulation.options().dt);
}

}  // namespace

LiveRun::LiveRun(io::Scene scene) { start(std::move(scene)); }

void LiveRun::start(io::Scene scene) {
  hands_.clear();
  pushed_.clear();
  story_ = {.scene = std::move(scene)};
  story_.released.assign(story_.scene.grasps.size(), -1);
  story_.obstacles.resize(story_.scene.obstacles.size());
  for (const Obstacle& obstacle : io::make_obstacles(story_.scene))
    pushed_.push_back({std::make_shared<std::optional<Follower>>(), obstacle.path});
  build(nullptr);
  for (const Grasp& grasp : simulation_->grasps()) story_.held.push_back(grasp.nodes);
}

/// Goes on from `state`.
void LiveRun::build(const ClothState* state) {
  io::Scene bare = story_.scene;
  bare.obstacles.clear();
  for (std::size_t g = 0; g < bare.grasps.size(); ++g) {
    io::GraspSpec& grasp = bare.grasps[g];
    const double at_all = grasp.from + 0.01 * bare.time.step;  // a grasp must not end before it begins
    if (story_.released[g] >= 0) grasp.until = std::min(grasp.until, std::max(story_.released[g], at_all));
  }
  auto next = std::make_shared<Simulation>(io::make_simulation(bare));
  std::vector<Obstacle> obstacles = io::make_obstacles(story_.scene);
  for (std::size_t i = 0; i < obstacles.size(); ++i) {
    obstacles[i].path = [own = pushed_[i].own, follower = pushed_[i].follower](double t) {
      RigidPose pose = own(t);
      if (*follower) pose.translation = (*follower)->at(t);
      return pose;
    };
    next->add_obstacle(std::move(obstacles[i]));
  }
  if (state) next->restore(*state);
  simulation_ = std::move(next);
}

void LiveRun::make_anew() {
  const ClothState state = simulation_->state();
  build(&state);
}

void LiveRun::apply(const LiveCommand& command) {
  using Kind = LiveCommand::Kind;
  switch (command.kind) {
    case Kind::grab:
      return grab(command.index, command.at);
    case Kind::move:
      for (Hand& hand : hands_)
        if (hand.led) hand.pull.aim(command.at + hand.offset);
      return;
    case Kind::release:
      return leave();
    case Kind::drop:
      return drop();
    case Kind::obstacle:
      return push(command.index, command.at);
    case Kind::set:
      return set(command.name, command.value);
    case Kind::reset:
      return start(std::move(story_.scene));
    default:
      return;
  }
}

void LiveRun::grab(int node, const Vec3& at) {
  require(node >= 0 && node < simulation_->model().rest.node_count(),
          "there is no node " + std::to_string(node));
  leave();
  const auto has_node = [&](const std::vector<int>& nodes) {
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  };
  const auto lead = [&](Hand& hand) {
    hand.led = true;
    hand.offset = position(hand.pull.nodes().front()) - position(node);
    hand.pull.aim(at + hand.offset);
  };
  for (Hand& hand : hands_)
    if (has_node(hand.pull.nodes())) return lead(hand);
  std::vector<int> nodes{node};
  bool is_gripper = false;
  for (std::size_t g = 0; g < story_.held.size(); ++g) {
    if (!holds(*simulation_, g) || !has_node(simulation_->grasps()[g].nodes)) continue;
    nodes = simulation_->grasps()[g].nodes;
    is_gripper = true;
    let_go(g);
  }
  hands_.push_back(
      {.pull = Pull(*simulation_, nodes), .is_gripper = is_gripper, .number = story_.take(nodes)});
  lead(hands_.back());
}

/// The hand goes away: nodes are free again, grippers hold on where they are.
void LiveRun::leave() {
  for (Hand& hand : hands_) {
    if (hand.led && hand.is_gripper) hand.pull.aim(position(hand.pull.nodes().front()));
    if (!hand.is_gripper) end(hand);
    hand.led = false;
  }
  std::erase_if(hands_, [](const Hand& hand) { return !hand.is_gripper; });
}

void LiveRun::end(const Hand& hand) {
  if (HandPath* path = story_.find(hand.number)) path->until = story_.time;
}

void LiveRun::drop() {
  for (const Hand& hand : hands_) end(hand);
  hands_.clear();
  for (std::size_t g = 0; g < story_.held.size(); ++g)
    if (holds(*simulation_, g)) let_go(g);
}

void LiveRun::let_go(std::size_t grasp) {
  story_.released[grasp] = story_.time;
  simulation_->release(static_cast<int>(grasp));
}

void LiveRun::push(int obstacle, const Vec3& at) {
  require(obstacle >= 0 && obstacle < static_cast<int>(pushed_.size()),
          "there is no obstacle " + std::to_string(obstacle));
  Pushed& pushed = pushed_[static_cast<std::size_t>(obstacle)];
  if (!*pushed.follower) {
    story_.add_own_way(static_cast<std::size_t>(obstacle), pushed.own);
    pushed.follower->emplace(pushed.own(story_.time).translation);
  }
  (*pushed.follower)->aim(story_.time, at);
}

/// As the option --set does, with its checks.
void LiveRun::set(const std::string& name, double value) {
  std::vector<std::string> overrides;
  const std::string text = io::exact_text(value);
  if (name == "bending" || name == "virtual_mass" || name == "damping")
    overrides.push_back("cloth.material." + name + "=" + text);
  else if (name == "friction")
    for (std::size_t i = 0; i < pushed_.size(); ++i)
      overrides.push_back("obstacles." + std::to_string(i) + ".friction=" + text);
  else
    throw InputError("there is no \"" + name + "\" to set; use bending, virtual_mass, damping or friction");
  io::Scene changed = io::parse_scene(story_.scene.text, story_.scene.path, overrides);
  std::swap(story_.scene, changed);
  try {
    make_anew();
  } catch (const InputError&) {
    std::swap(story_.scene, changed);
    throw;
  }
}

StepReport LiveRun::step() {
  if (!hands_.empty()) {
    ClothState state = simulation_->state();
    for (Hand& hand : hands_) hand.pull.act(simulation_->options().dt, state);
    simulation_->restore(state);
  }
  const StepReport report = simulation_->step();
  record();
  return report;
}

void LiveRun::record() {
  story_.time = simulation_->state().time;
  for (const Hand& hand : hands_) {
    HandPath* path = story_.find(hand.number);
    if (path) path->way.add(story_.time, {.translation = position(path->nodes.front())}, story_.interval);
  }
  for (std::size_t i = 0; i < pushed_.size(); ++i)
    if (*pushed_[i].follower)
      story_.obstacles[i].add(story_.time, simulation_->obstacles()[i].path(story_.time), story_.interval);
  story_.bound();
}

Vec3 LiveRun::position(int node) const { return simulation_->state().x.row(node).transpose(); }

TrajectoryInfo LiveRun::info() const {
  TrajectoryInfo info = trajectory_info(story_.scene.text, *simulation_);
  info.grasps.resize(story_.held.size());
  return info;
}

Frame LiveRun::frame(const StepTotals& diagnostics) const {
  Frame frame = make_frame(*simulation_, diagnostics);
  frame.grasp_force.conservativeResize(static_cast<Eigen::Index>(story_.held.size()), 3);  // not the hand's
  return frame;
}

std::vector<int> LiveRun::held_nodes() const {
  std::vector<int> nodes;
  for (std::size_t g = 0; g < simulation_->grasps().size(); ++g) {
    const std::vector<int>& own = simulation_->grasps()[g].nodes;
    if (holds(*simulation_, g)) nodes.insert(nodes.end(), own.begin(), own.end());
  }
  for (const Hand& hand : hands_)
    nodes.insert(nodes.end(), hand.pull.nodes().begin(), hand.pull.nodes().end());
  return nodes;
}

}  // namespace isocloth::cli
