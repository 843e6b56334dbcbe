#include "view/live_run.hpp"

#include <algorithm>
#include <cmath>

#include "io/scene/build_obstacles.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/make_frame.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli {
namespace {

constexpr std::size_t kMostPathPoints = 50'000;  ///< as a scene file may have
bool holds(const Simulation& simulation, std::size_t grasp) {
  const ClothState& state = simulation.state();
  return holds_at(simulation.grasps()[grasp], state.time + simulation.options().dt, simulation.options().dt);
}

}  // namespace

LiveRun::LiveRun(io::Scene scene) : scene_(std::move(scene)) { start(); }

void LiveRun::start() {
  hands_.clear();
  paths_.clear();
  pushed_.clear();
  released_.assign(scene_.grasps.size(), -1);
  for (const Obstacle& obstacle : io::make_obstacles(scene_))
    pushed_.push_back({std::make_shared<std::optional<Follower>>(), obstacle.path});
  build(nullptr);
}

/// Goes on from `state`.
void LiveRun::build(const ClothState* state) {
  io::Scene bare = scene_;
  bare.obstacles.clear();
  for (std::size_t g = 0; g < bare.grasps.size(); ++g) {
    io::GraspSpec& grasp = bare.grasps[g];
    const double at_all = grasp.from + 0.01 * scene_.time.step;  // a grasp must not end before it begins
    if (released_[g] >= 0) grasp.until = std::min(grasp.until, std::max(released_[g], at_all));
  }
  auto next = std::make_shared<Simulation>(io::make_simulation(bare));
  std::vector<Obstacle> obstacles = io::make_obstacles(scene_);
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
      return start();
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
  for (std::size_t g = 0; g < scene_.grasps.size(); ++g) {
    if (!holds(*simulation_, g) || !has_node(simulation_->grasps()[g].nodes)) continue;
    nodes = simulation_->grasps()[g].nodes;
    is_gripper = true;
    let_go(g);
  }
  hands_.push_back({.pull = Pull(*simulation_, nodes), .is_gripper = is_gripper, .path = paths_.size()});
  paths_.push_back({.nodes = nodes, .from = simulation_->state().time});
  lead(hands_.back());
}

/// The hand goes away: nodes are free again, grippers hold on where they are.
void LiveRun::leave() {
  for (Hand& hand : hands_) {
    if (hand.led && hand.is_gripper) hand.pull.aim(position(hand.pull.nodes().front()));
    if (!hand.is_gripper) paths_[hand.path].until = simulation_->state().time;
    hand.led = false;
  }
  std::erase_if(hands_, [](const Hand& hand) { return !hand.is_gripper; });
}

void LiveRun::drop() {
  for (const Hand& hand : hands_) paths_[hand.path].until = simulation_->state().time;
  hands_.clear();
  for (std::size_t g = 0; g < scene_.grasps.size(); ++g)
    if (holds(*simulation_, g)) let_go(g);
}

void LiveRun::let_go(std::size_t grasp) {
  released_[grasp] = simulation_->state().time;
  simulation_->release(static_cast<int>(grasp));
}

void LiveRun::push(int obstacle, const Vec3& at) {
  require(obstacle >= 0 && obstacle < static_cast<int>(pushed_.size()),
          "there is no obstacle " + std::to_string(obstacle));
  Pushed& pushed = pushed_[static_cast<std::size_t>(obstacle)];
  const double now = simulation_->state().time;
  if (!*pushed.follower) {
    const RigidPose pose = pushed.own(now);
    pushed.follower->emplace(pose.translation);
    pushed.path = paths_.size();
    paths_.push_back({.obstacle = obstacle, .rotation = pose.rotation, .from = now});
  }
  (*pushed.follower)->aim(now, at);
}

void LiveRun::set(const std::string& name, double value) {
  io::Scene changed = scene_;
  if (name == "bending")
    changed.cloth.material.bending = value;
  else if (name == "virtual_mass")
    changed.cloth.material.virtual_mass = value;
  else if (name == "damping")
    changed.cloth.material.damping = value;
  else if (name == "friction")
    for (io::ObstacleSpec& obstacle : changed.obstacles) obstacle.friction = value;
  else
    throw InputError("there is no \"" + name + "\" to set; use bending, virtual_mass, damping or friction");
  require(value >= 0, name + " must be ≥ 0");
  std::swap(scene_, changed);
  try {
    make_anew();
  } catch (const InputError&) {
    std::swap(scene_, changed);
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

/// Adds to the paths of what a hand leads, at most fifty points a second, none where it rests.
void LiveRun::record() {
  constexpr double kInterval = 0.02;  // [s]
  const double now = simulation_->state().time;
  const auto add = [&](HandPath& path, const Vec3& at) {
    const std::size_t count = path.times.size();
    if (count >= kMostPathPoints || (count > 0 && now < path.times.back() + 0.999 * kInterval)) return;
    if (count > 1 && path.points[count - 1] == at && path.points[count - 2] == at) {
      path.times.back() = now;
      return;
    }
    path.times.push_back(now);
    path.points.push_back(at);
  };
  for (const Hand& hand : hands_) add(paths_[hand.path], position(hand.pull.nodes().front()));
  for (const Pushed& pushed : pushed_)
    if (pushed.path) add(paths_[*pushed.path], (*pushed.follower)->at(now));
}

Vec3 LiveRun::position(int node) const { return simulation_->state().x.row(node).transpose(); }

TrajectoryInfo LiveRun::info() const {
  TrajectoryInfo info = io::trajectory_info(scene_.text, *simulation_);
  info.grasps.resize(scene_.grasps.size());
  return info;
}

Frame LiveRun::frame(const FrameDiagnostics& diagnostics) const {
  Frame frame = io::make_frame(*simulation_, diagnostics);
  frame.grasp_force.conservativeResize(static_cast<Eigen::Index>(scene_.grasps.size()), 3);  // not the hand's
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
