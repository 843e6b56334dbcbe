#include "isocloth/dynamics/simulation.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/check_start.hpp"
#include "isocloth/dynamics/step.hpp"
#include "isocloth/dynamics/step_record.hpp"

namespace isocloth {
namespace {

std::string both_hold(const ClothModel& model, const std::vector<Grasp>& grasps, HoldTimes::Clash clash,
                      const std::string& name) {
  return "grasps \"" + grasps[static_cast<std::size_t>(clash.grasp)].name + "\" and \"" + name +
         "\" both hold " + model.node_text(clash.node) + "; release one first";
}

/// Whether a grasp by place may take a node, which must be of its cloth where it names one.
bool may_take(const ClothModel& model, const Grasp& grasp, int node) {
  if (!grasp.piece) return true;
  const Piece& piece = model.pieces[static_cast<std::size_t>(*grasp.piece)];
  return node >= piece.first_node && node < piece.first_node + piece.node_count;
}

/// The grasps with the nodes that those by place had closed on in a state.
void take_picked(const ClothState& state, std::vector<Grasp>& grasps) {
  for (std::size_t g = 0; g < std::min(grasps.size(), state.grasps.size()); ++g)
    if (grasps[g].pick) grasps[g].nodes = state.grasps[g].picked;
}

}  // namespace

Simulation::Simulation(std::shared_ptr<const ClothModel> model, const Points& start,
                       const StepOptions& options)
    : model_(std::move(model)), options_(options) {
  require(model_ != nullptr, "a simulation needs a cloth model");
  if (const auto problem = options.problem()) throw InputError(*problem);
  require(options.projection.method == ProjectionMethod::implicit || !model_->has_woven(),
          "a woven cloth (shear_stiffness) needs the implicit projection; the printed one has no springs");
  const auto has_edges = [](const Piece& piece) { return piece.springs.has_edges(); };
  require(
      options.projection.method == ProjectionMethod::implicit ||
          std::none_of(model_->pieces.begin(), model_->pieces.end(), has_edges),
      "the printed projection has no springs, which rows in the middle of quads need; make the cloth with "
      "rows at nodes");
  require(start.rows() == model_->rest.x.rows(), "the start has " + std::to_string(start.rows()) +
                                                     " nodes, the cloth " +
                                                     std::to_string(model_->rest.x.rows()));
  for (Eigen::Index i = 0; i < start.rows(); ++i)
    require(start.row(i).allFinite(),
            "start position of " + model_->node_text(static_cast<int>(i)) + " is not finite");
  check_layers(*model_, start);
  state_.x = start;
  state_.v = Points::Zero(start.rows(), 3);
  state_.past.dx = state_.past.dv = state_.past.dx_before = state_.past.dv_before = state_.v;
  state_.multipliers = Vector::Zero(model_->rows.pattern().row_count());
  state_.tensions = Vector::Zero(model_->rest.element_count());
  state_.origin = fingerprint(*model_, options_);
  work_ = std::make_unique<StepWorkspace>(*model_, options_);
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

StepReport Simulation::step() {
  const int missed = close_hands();
  StepReport report = advance(*model_, grasps_, options_, state_, *work_);
  report.missed_grasp = missed;
  has_stepped_ = true;
  return report;
}

StepReport Simulation::step(StepRecord& record) {
  struct Recording {
    Recording(StepWorkspace& of, StepRecord& to) : work(of) { set(&to, &to.projection); }
    ~Recording() { set(nullptr, nullptr); }
    void set(StepRecord* step, ProjectionRecord* projection) {
      work.record = step;
      work.projection.record_to(projection);
      work.contacts.solve_exactly(projection != nullptr);
    }
    StepWorkspace& work;
  } const recording(*work_, record);
  record.clear();
  return step();
}

bool Simulation::begins_now(const Grasp& grasp) const {
  return holds_at(grasp, static_cast<double>(state_.step + 1) * options_.dt, options_.dt);
}

void Simulation::close(int index, const Pick& place) {
  const auto g = static_cast<std::size_t>(index);
  Grasp& grasp = grasps_[g];
  const Picked picked = pick_nodes(place, state_.x, [&](int node) {
    return may_take(*model_, grasp, node) && holds_.is_free(node, grasp);
  });
  grasp.nodes = picked.nodes;
  state_.grasps[g] = new_state(grasp);
  state_.grasps[g].missed = picked.nodes.empty();
  state_.grasps[g].missed_by = picked.nodes.empty() ? picked.distance : 0;
  holds_.add(index, grasp);
}

int Simulation::close_hands() {
  int missed = -1;
  for (std::size_t g = 0; g < grasps_.size(); ++g) {
    const std::optional<Pick>& place = grasps_[g].pick;
    if (!place || !is_open(grasps_[g], state_.grasps[g]) || !begins_now(grasps_[g])) continue;
    close(static_cast<int>(g), *place);
    if (missed < 0 && state_.grasps[g].missed) missed = static_cast<int>(g);
  }
  return missed;
}

double Simulation::factor_flops() const { return work_->projection.factor_flops(); }

int Simulation::add_grasp(Grasp grasp) {
  check_grasp(grasp, model_->rest.node_count());
  require(!grasp.piece || (*grasp.piece >= 0 && *grasp.piece < static_cast<int>(model_->pieces.size())),
          "grasp \"" + grasp.name + "\" names cloth " + std::to_string(grasp.piece.value_or(0)) +
              ", but there are " + std::to_string(model_->pieces.size()) + ", counted from 0");
  require(grasp.until > grasp.from, "grasp \"" + grasp.name + "\" ends at " + to_text(grasp.until) +
                                        " s, before it begins at " + to_text(grasp.from) + " s");
  if (grasp.pick) grasp.nodes.clear();
  end_what_let_go();
  if (grasp.pick && begins_now(grasp)) {
    Picked picked =
        pick_nodes(*grasp.pick, state_.x, [&](int node) { return may_take(*model_, grasp, node); });
    const std::string nearest = picked.nearest < 0 ? "" : model_->node_text(picked.nearest);
    require(!picked.nodes.empty(),
            "grasp \"" + grasp.name + "\" " + found_nothing(*grasp.pick, picked, state_.x, nearest));
    grasp.nodes = std::move(picked.nodes);
    grasp.pick.reset();  // from now on it is one by its nodes
  }
  const int index = static_cast<int>(grasps_.size());
  if (const auto clash = holds_.add(index, grasp))
    throw InputError(both_hold(*model_, grasps_, *clash, grasp.name));
  state_.grasps.push_back(new_state(grasp));
  grasps_.push_back(std::move(grasp));
  return index;
}

void Simulation::end_what_let_go() {
  for (std::size_t g = 0; g < grasps_.size(); ++g)
    if (state_.grasps[g].let_go) release(static_cast<int>(g));
}

int Simulation::grasp(const std::string& name, std::vector<int> nodes, Motion motion, const Grip& grip) {
  return add_grasp({.name = name,
                    .nodes = std::move(nodes),
                    .motion = std::move(motion),
                    .from = state_.time,
                    .grip = grip});
}

int Simulation::pick(const std::string& name, const Pick& place, Motion motion, const Grip& grip) {
  return add_grasp({.name = name,
                    .nodes = {},
                    .motion = std::move(motion),
                    .from = state_.time,
                    .grip = grip,
                    .pick = place});
}

const Grasp& Simulation::grasp_at(int grasp) const {
  require(grasp >= 0 && grasp < static_cast<int>(grasps_.size()),
          "there is no grasp " + std::to_string(grasp));
  return grasps_[static_cast<std::size_t>(grasp)];
}

void Simulation::release(int grasp) { set_end(grasp, std::min(grasp_at(grasp).until, state_.time)); }

void Simulation::set_end(int grasp, double until) {
  const Grasp before = grasp_at(grasp);
  require(!std::isnan(until), "grasp \"" + before.name + "\" must end at a time [s]");
  Grasp changed = before;
  changed.until = until;
  holds_.remove(grasp, before);
  if (const auto clash = holds_.add(grasp, changed)) {
    holds_.add(grasp, before);
    throw InputError(both_hold(*model_, grasps_, *clash, before.name));
  }
  grasps_[static_cast<std::size_t>(grasp)].until = until;
}

void Simulation::set_motion(int grasp, Motion motion) {
  const std::string who = "grasp \"" + grasp_at(grasp).name + "\"";
  require(motion.path != nullptr, who + " has no motion");
  check_pose(motion.path(state_.time), "the motion of " + who);
  grasps_[static_cast<std::size_t>(grasp)].motion = std::move(motion);
}

int Simulation::add_obstacle(Obstacle obstacle, StartCheck check) {
  check_obstacle(obstacle);
  require(options_.projection.method == ProjectionMethod::implicit,
          "obstacle \"" + obstacle.name + "\" needs the implicit projection; the printed one has no contact");
  int fingers = 0;
  for (std::size_t o = 0; o < obstacles_.size(); ++o)
    fingers += obstacles_[o].gives_way() && !state_.obstacles[o].removed;
  require(!obstacle.gives_way() || fingers < FingerSystem::kMost,
          "obstacle \"" + obstacle.name + "\" is one finger too many; at most " +
              std::to_string(FingerSystem::kMost) + " are possible");
  if (check == StartCheck::now) check_start(posed(obstacle, state_.time), obstacle.name, *model_, state_.x);
  state_.origin.add(obstacle);
  obstacles_.push_back(std::move(obstacle));
  state_.obstacles.emplace_back();
  use_obstacles();
  return static_cast<int>(obstacles_.size()) - 1;
}

void Simulation::use_obstacles() {
  has_stepped_ = false;
  work_->contacts.set_obstacles(obstacles_, state_.obstacles);
  state_.contacts.reserve(work_->contacts.most());
  work_->before.contacts.reserve(work_->contacts.most());
}

const Obstacle& Simulation::obstacle_at(int obstacle) const {
  require(obstacle >= 0 && obstacle < static_cast<int>(obstacles_.size()),
          "there is no obstacle " + std::to_string(obstacle));
  return obstacles_[static_cast<std::size_t>(obstacle)];
}

void Simulation::remove_obstacle(int obstacle) {
  require(!obstacle_state(obstacle).removed,
          "obstacle \"" + obstacle_at(obstacle).name + "\" was removed before");
  state_.obstacles[static_cast<std::size_t>(obstacle)].removed = true;
  std::erase_if(state_.contacts, [&](const ContactMemory& c) { return c.obstacle == obstacle; });
  use_obstacles();
}

void Simulation::change(int obstacle, Obstacle to) {
  check_obstacle(to);
  obstacles_[static_cast<std::size_t>(obstacle)] = std::move(to);
  use_obstacles();
}

void Simulation::set_finger_force(int obstacle, std::function<double(double)> force) {
  Obstacle changed = obstacle_at(obstacle);
  Finger finger = finger_of(changed);
  require(finger.position == nullptr,
          "the finger of obstacle \"" + changed.name + "\" goes by its position, not by a force");
  finger.force = std::move(force);
  changed.finger = std::move(finger);
  change(obstacle, std::move(changed));
}

void Simulation::set_finger_position(int obstacle, std::function<double(double)> position) {
  Obstacle changed = obstacle_at(obstacle);
  Finger finger = finger_of(changed);
  require(finger.position != nullptr,
          "the finger of obstacle \"" + changed.name + "\" goes by a force, not by its position");
  finger.position = std::move(position);
  changed.finger = std::move(finger);
  change(obstacle, std::move(changed));
}

const ObstacleState& Simulation::obstacle_state(int obstacle) const {
  obstacle_at(obstacle);
  return state_.obstacles[static_cast<std::size_t>(obstacle)];
}

RigidPose Simulation::obstacle_pose(int obstacle) const {
  return obstacle_at(obstacle).pose(state_.time, obstacle_state(obstacle).position);
}

double Simulation::finger_position(int obstacle) const {
  const Finger& finger = finger_of(obstacle_at(obstacle));
  return finger.position ? finger.position(state_.time) : obstacle_state(obstacle).position;
}

void Simulation::set_path(int obstacle, PosePath path) {
  Obstacle changed = obstacle_at(obstacle);
  changed.path = std::move(path);
  change(obstacle, std::move(changed));
}

namespace {

bool has_as_many_nodes(const StepPast& past, Eigen::Index count) {
  return past.dx.rows() == count && past.dv.rows() == count && past.dx_before.rows() == count &&
         past.dv_before.rows() == count;
}

}  // namespace

void Simulation::check_state(const ClothState& state, const std::vector<Grasp>& grasps) const {
  require(state.x.rows() == state_.x.rows() && state.v.rows() == state_.v.rows() &&
              has_as_many_nodes(state.past, state_.x.rows()) &&
              state.multipliers.size() == state_.multipliers.size() &&
              state.tensions.size() == state_.tensions.size() && state.grasps.size() == grasps.size(),
          "the state belongs to another simulation: its nodes, rows or grasps differ in number");
  if (const char* difference = state.origin.difference_from(state_.origin))
    throw InputError(std::string("the state belongs to another simulation: ") + difference);
  for (std::size_t g = 0; g < grasps.size(); ++g)
    require(state.grasps[g].anchor.rows() == static_cast<Eigen::Index>(grasps[g].nodes.size()) &&
                state.grasps[g].slid.rows() == new_state(grasps[g]).slid.rows(),
            "the state belongs to another simulation: grasp \"" + grasps[g].name + "\" differs");
  require(state.obstacles.size() == obstacles_.size(),
          "the state belongs to another simulation: its obstacles differ in number");
  for (const ContactMemory& c : state.contacts)
    require(c.obstacle >= 0 && c.obstacle < static_cast<int>(obstacles_.size()) && c.site >= 0 &&
                c.site < work_->contacts.most() / static_cast<int>(obstacles_.size()),
            "the state belongs to another simulation: it touches an obstacle that is not here");
  const auto is_coupling = [&](const Edge& pair) {
    return pair[0] >= 0 && pair[0] < pair[1] && pair[1] < state_.x.rows();
  };
  const LayerContacts* layers = work_->contacts.layers();
  require((layers != nullptr ? layers->are_known(state.layers)
                             : state.layers.empty() && state.couplings.empty()) &&
              std::all_of(state.couplings.begin(), state.couplings.end(), is_coupling) &&
              std::is_sorted(state.couplings.begin(), state.couplings.end()),
          "the state belongs to another simulation: its layers touch otherwise");
}

void Simulation::put(const ClothState& state) {
  const bool others_are_here =
      !std::equal(state.obstacles.begin(), state.obstacles.end(), state_.obstacles.begin(),
                  [](const ObstacleState& a, const ObstacleState& b) { return a.removed == b.removed; });
  state_ = state;
  if (others_are_here) use_obstacles();
  forget_forces();
}

/// What a step left for those who ask.
void Simulation::forget_forces() {
  work_->contacts.restart();
  if (state_.couplings != work_->projection.coupled()) work_->projection.couple(state_.couplings);
  clear_grips(work_->grips);
  work_->outside_force.setZero();
  work_->force_is_known = true;
  has_stepped_ = false;
}

void Simulation::take_back_step() {
  require(has_stepped_ && work_->before.grasps.size() == state_.grasps.size() &&
              work_->before.obstacles.size() == state_.obstacles.size(),
          "there is no step to be taken back; take one first");
  copy_state(work_->before, state_);
  state_.couplings = work_->before.couplings;
  state_.time = static_cast<double>(--state_.step) * options_.dt;
  forget_forces();
}

void Simulation::restore(const ClothState& state) {
  const auto by_place = [](const Grasp& grasp) { return grasp.pick.has_value(); };
  if (std::any_of(grasps_.begin(), grasps_.end(), by_place)) return restore(state, grasps_);
  check_state(state, grasps_);
  put(state);
}

void Simulation::restore(const ClothState& state, std::vector<Grasp> grasps) {
  take_picked(state, grasps);
  check_state(state, grasps);
  HoldTimes holds;
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    check_grasp(grasps[g], model_->rest.node_count());
    const auto clash = holds.add(static_cast<int>(g), grasps[g]);
    if (clash) throw InputError(both_hold(*model_, grasps, *clash, grasps[g].name));
  }
  grasps_ = std::move(grasps);
  holds_ = std::move(holds);
  put(state);
}

void Simulation::go_on_from(ClothState state) {
  if (state.x.rows() == state_.x.rows() && state.x.allFinite()) check_layers(*model_, state.x);
  state.origin = state_.origin;
  restore(state);
}

Simulation Simulation::twin() const {
  StepOptions options = options_;
  options.threads = 1;
  Simulation twin(model_, state_.x, options);
  twin.obstacles_ = obstacles_;
  twin.state_.obstacles = state_.obstacles;
  twin.use_obstacles();
  twin.state_.origin = state_.origin;
  twin.restore(state_, grasps_);
  return twin;
}

Vec3 Simulation::grasp_force(int grasp) const { return grasp_wrench(grasp).force; }

Wrench Simulation::grasp_wrench(int grasp) const {
  return isocloth::grasp_wrench(grasp_at(grasp), grasp, state_, *work_);
}

namespace {

/// Of one that has not stepped yet, nothing.
Wrench given_by(const std::vector<HandedOver>& list, int index) {
  return index < static_cast<int>(list.size()) ? list[static_cast<std::size_t>(index)].given : Wrench{};
}

}  // namespace

Wrench Simulation::grasp_impulse(int grasp) const {
  if (!grasp_at(grasp).grip.is_rigid()) return given_by(state_.exchange.by_grasps, grasp);
  const Wrench held = grasp_wrench(grasp);
  return {options_.dt * held.force, options_.dt * held.torque};
}

RigidPose Simulation::grasp_pose(int grasp) const {
  const Grasp& hand = grasp_at(grasp);
  const GraspState& hold = state_.grasps[static_cast<std::size_t>(grasp)];
  if (hold.holding)
    return {(hold.moved.rotation * hold.taken.rotation).normalized(),
            hold.taken.translation + hold.moved.translation};
  RigidPose pose = hand.motion.path(state_.time);
  if (hand.motion.relative && !hand.nodes.empty())
    pose.translation += state_.x.row(hand.nodes.front()).transpose();
  else if (hand.motion.relative && hand.pick)  // where it will close
    pose.translation += middle_of(*hand.pick);
  return pose;
}

ObstacleLoad Simulation::obstacle_load(int obstacle) const {
  obstacle_at(obstacle);
  return isocloth::obstacle_load(obstacle, state_, *work_);
}

Wrench Simulation::obstacle_impulse(int obstacle) const {
  obstacle_at(obstacle);
  return given_by(state_.exchange.by_obstacles, obstacle);
}

const Points& Simulation::contact_force() const {
  work_->contact_force.setZero();
  work_->contacts.add_forces(1, work_->contact_force, ForcesOf::obstacles);
  return work_->contact_force;
}

const Points& Simulation::layer_force() const {
  work_->contact_force.setZero();
  work_->contacts.add_forces(1, work_->contact_force, ForcesOf::layers);
  return work_->contact_force;
}

Wrench Simulation::layer_wrench(int cloth, int other) const {
  const auto count = static_cast<int>(model_->pieces.size());
  for (const int index : {cloth, other})
    require(index >= 0 && index < count, "there is no cloth " + std::to_string(index));
  return isocloth::layer_wrench(*model_, model_->pieces[cloth], model_->pieces[other], state_, *work_);
}

std::vector<ContactForce> Simulation::contacts() const {
  std::vector<ContactForce> list;
  list_contact_forces(state_, *work_, list);
  return list;
}

}  // namespace isocloth
