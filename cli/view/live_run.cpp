#include "view/live_run.hpp"

#include <algorithm>
#include <cmath>

#include "io/scene/build_simulation.hpp"
#include "io/scene/material_presets.hpp"
#include "io/scene/read_scene.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli {
namespace {

constexpr double kPushSpeed = 2.5;   ///< of a pushed obstacle [m/s]
constexpr double kSmoothing = 0.05;  ///< mice report positions in jumps [s]

}  // namespace

LiveRun::LiveRun(io::Scene scene) { start(std::move(scene)); }

void LiveRun::start(io::Scene scene) {
  session_ = std::make_unique<Session>(io::make_simulation(scene));
  hands_.clear();
  story_ = {.scene = std::move(scene), .cloths = simulation().model().rest.pieces};
  for (const Grasp& grasp : simulation().grasps()) story_.held.push_back(grasp.nodes);
  story_.released.assign(story_.held.size(), -1);
  story_.obstacles.resize(simulation().obstacles().size());
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
      return start(story_.scene);
    default:
      return;
  }
}

void LiveRun::grab(int node, const Vec3& at) {
  require(node >= 0 && node < simulation().model().rest.node_count(),
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
    if (!holds(g) || !has_node(simulation().grasps()[g].nodes)) continue;
    nodes = simulation().grasps()[g].nodes;
    is_gripper = true;
    let_go(g);
  }
  hands_.push_back({.pull = Pull(simulation(), nodes),
                    .is_gripper = is_gripper,
                    .number = story_.take(nodes, position(nodes.front()))});
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
    if (holds(g)) let_go(g);
}

void LiveRun::let_go(std::size_t grasp) {
  story_.released[grasp] = story_.time;
  session_->release(static_cast<int>(grasp));
}

void LiveRun::push(int obstacle, const Vec3& at) {
  RigidPose pose = session_->obstacle_pose(obstacle);
  const auto i = static_cast<std::size_t>(obstacle);
  if (story_.obstacles[i].times.empty()) story_.add_own_way(i, simulation().obstacles()[i].path);
  const Vec3 way = at - simulation().obstacle_pose(obstacle).translation;  // a finger has gone along its axis
  pose.translation += way;
  session_->move_obstacle(obstacle, pose, std::max(kSmoothing, way.norm() / kPushSpeed));
}

/// As the option --set does, with its checks.
io::Scene LiveRun::with(const std::map<std::string, double>& settings) const {
  std::vector<std::string> overrides;
  for (const auto& [name, value] : settings) {
    const std::string text = io::exact_text(value);
    if (name == "bending" || name == "virtual_mass" || name == "damping")
      for (const io::ClothSpec& cloth : story_.scene.cloths)
        overrides.push_back(cloth.key + ".material." + name + "=" + text);
    else if (name == "friction")
      for (std::size_t i = 0; i < story_.obstacles.size(); ++i)
        overrides.push_back("obstacles." + std::to_string(i) + ".friction=" + text);
    else
      throw InputError("there is no \"" + name + "\" to set; use bending, virtual_mass, damping or friction");
  }
  return io::parse_scene(story_.scene.text, story_.scene.path, overrides);
}

void LiveRun::set(const std::string& name, double value) {
  io::Scene changed = with({{name, value}});
  auto next = std::make_unique<Session>(io::make_simulation(changed));
  next->go_on_from(session_->save());
  session_ = std::move(next);
  story_.scene = std::move(changed);
  settings_[name] = value;
}

LiveMoment LiveRun::moment() const {
  LiveMoment moment{.settings = settings_, .state = session_->save()};
  for (const Hand& hand : hands_)
    if (hand.is_gripper) moment.hands.push_back({hand.pull.nodes(), hand.pull.aim(), hand.pull.lacked()});
  return moment;
}

void LiveRun::go_to(const LiveMoment& moment) {
  for (const HeldBy& hand : moment.hands)
    for (const int node : hand.nodes)
      require(node >= 0 && node < simulation().model().rest.node_count(),
              "the link holds a node that this cloth does not have");
  LiveRun next(with(moment.settings));
  next.session_->restore(moment.state);
  next.settings_ = moment.settings;
  next.story_.from_link = true;
  next.story_.time = moment.state.cloth.time;
  for (const HeldBy& held : moment.hands) {
    next.hands_.push_back({.pull = Pull(next.simulation(), held.nodes), .is_gripper = true});
    next.hands_.back().pull.aim(held.aim);
    next.hands_.back().pull.go_on(held.lacked);
    next.hands_.back().number = next.story_.take(held.nodes, next.position(held.nodes.front()));
  }
  *this = std::move(next);
}

StepReport LiveRun::step() {
  if (!hands_.empty()) {
    SavedState state = session_->save();
    for (Hand& hand : hands_) hand.pull.act(session_->dt(), state.cloth);
    session_->restore(state);
  }
  const StepReport report = session_->step();
  record();
  return report;
}

void LiveRun::record() {
  story_.time = session_->state().time;
  for (const Hand& hand : hands_) {
    HandPath* path = story_.find(hand.number);
    if (path) path->way.add(story_.time, {.translation = position(path->nodes.front())}, story_.interval);
  }
  for (std::size_t i = 0; i < story_.obstacles.size(); ++i)
    if (!story_.obstacles[i].times.empty())
      story_.obstacles[i].add(story_.time, session_->obstacle_pose(static_cast<int>(i)), story_.interval);
  story_.bound();
}

/// In the next step.
bool LiveRun::holds(std::size_t grasp) const {
  const double dt = session_->dt();
  return holds_at(simulation().grasps()[grasp], session_->state().time + dt, dt);
}

Vec3 LiveRun::position(int node) const { return session_->state().x.row(node).transpose(); }

std::vector<int> LiveRun::held_nodes() const {
  std::vector<int> nodes;
  for (std::size_t g = 0; g < simulation().grasps().size(); ++g) {
    const std::vector<int>& own = simulation().grasps()[g].nodes;
    if (holds(g)) nodes.insert(nodes.end(), own.begin(), own.end());
  }
  for (const Hand& hand : hands_)
    nodes.insert(nodes.end(), hand.pull.nodes().begin(), hand.pull.nodes().end());
  return nodes;
}

}  // namespace isocloth::cli
