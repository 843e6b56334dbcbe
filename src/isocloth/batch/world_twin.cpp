#include "isocloth/batch/world_twin.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/batch/batch_obstacles.hpp"

namespace isocloth::batch {
namespace {

StepOptions options_of(const StepOptions& prototype, const double* numbers) {
  StepOptions options = prototype;
  options.gravity = {numbers[kGravityX], numbers[kGravityY], numbers[kGravityZ]};
  options.threads = 1;
  return options;
}

/// Whether a world has the material and the gravity of the prototype.
bool is_as(const Simulation& prototype, const double* numbers) {
  double own[kGravityZ + 1];
  put_material(prototype.model().pieces.front().material, own);
  std::copy_n(prototype.options().gravity.data(), 3, own + kGravityX);
  return std::equal(std::begin(own), std::end(own), numbers);
}

/// What a twin begins as, without obstacles: where it can, a copy of the prototype, as a model takes long to
/// make.
Simulation simulation_of(const Tables& tables, const Simulation& prototype, const double* numbers) {
  if (prototype.obstacles().empty() && is_as(prototype, numbers)) return prototype.twin();
  const Piece& piece = prototype.model().pieces.front();
  return Simulation(
      make_cloth_model(prototype.model().rest, material_of(tables, numbers, piece.material), piece.options),
      prototype.state().x, options_of(prototype.options(), numbers));
}

Eigen::Map<const Points> points_in(const double* from, int count) { return {from, count, 3}; }

void put_points(const Points& points, double* to) { std::copy_n(points.data(), points.size(), to); }

/// A grip whose share of a hand is its own.
Grip grip_of(double hold, double stiffness, double damping) {
  if (hold == kRigid) return rigid_grip();
  return {.stiffness = stiffness, .damping = damping};
}

bool are_finite(const double* numbers, int count) {
  return std::all_of(numbers, numbers + count, [](double a) { return std::isfinite(a); });
}

/// Quaternions may be off by rounding, but are some.
bool are_poses(const double* poses, int count) {
  for (int o = 0; o < count; ++o)
    if (!are_finite(poses + 7 * o, 7) || !(Eigen::Map<const Eigen::Vector4d>(poses + 7 * o + 3).norm() > 0))
      return false;
  return true;
}

}  // namespace

Material material_of(const Tables& tables, const double* numbers, const Material& prototype) {
  Material material = prototype;
  material.density = numbers[kDensity];
  material.virtual_mass = numbers[kGravitationalMass];
  material.bending = numbers[kBending];
  material.damping = numbers[kDamping];
  material.bending_damping = numbers[kBendingDamping];
  if (tables.woven) material.shear_stiffness = numbers[kShear];
  return material;
}

void put_material(const Material& material, double* numbers) {
  numbers[kDensity] = material.density;
  numbers[kGravitationalMass] = material.gravitational_mass();
  numbers[kBending] = material.bending;
  numbers[kDamping] = material.damping;
  numbers[kBendingDamping] = material.bending_damping;
  numbers[kShear] = material.is_woven() ? material.shear_stiffness : 0;
}

WorldTwin::WorldTwin(const Tables& tables, const Simulation& prototype, const double* numbers)
    : tables_(tables),
      start_(prototype.state()),
      obstacles_(prototype.obstacles()),
      touches_in_lanes_(can_touch_in_lanes(prototype)),
      simulation_(simulation_of(tables, prototype, numbers)),
      ways_(static_cast<std::size_t>(tables.slots)) {
  for (int o = 0; o < tables.obstacles; ++o)
    simulation_.add_obstacle({.name = obstacles_[o].name,
                              .shape = obstacles_[o].shape,
                              .path = [this, o](double t) { return pose_at(o, t); },
                              .friction = numbers[tables.at.friction + o]},
                             StartCheck::none);
}

double WorldTwin::share_of_step(double time) const {
  return std::clamp((time - begin_) / tables_.dt, 0.0, 1.0);
}

Vec3 WorldTwin::hand_at(int slot, double time) const {
  const HandWay& way = ways_[static_cast<std::size_t>(slot)];
  const double share = share_of_step(time);
  return share < 1 ? Vec3(way.from + share * (way.to - way.from)) : way.to;
}

RigidPose WorldTwin::pose_at(int obstacle, double time) const {
  if (obstacle_ways_.empty()) return obstacles_[obstacle].pose(time);
  const auto& [from, to] = obstacle_ways_[static_cast<std::size_t>(obstacle)];
  const double share = share_of_step(time);
  if (share >= 1) return to;
  return {from.rotation.slerp(share, to.rotation).normalized(),
          from.translation + share * (to.translation - from.translation)};
}

void WorldTwin::take_state(const double* numbers, std::int64_t age) {
  const WorldLayout& at = tables_.at;
  const auto points = [&](int offset) { return points_in(numbers + offset, tables_.nodes); };
  ClothState state = simulation_.state();
  const bool begins = numbers[kFlagged] == kBegins;
  state.step = start_.step + age;
  state.time = static_cast<double>(state.step) * tables_.dt;
  take_contacts(tables_, numbers, state.contacts);
  if (begins) state.contacts = start_.contacts;
  state.obstacles = start_.obstacles;
  state.x = points(at.x);
  state.v = points(at.v);
  state.past.dt = numbers[kPastDt];
  state.past.dt_before = numbers[kPastDtBefore];
  state.past.dx = points(at.dx);
  state.past.dx_before = points(at.dx_before);
  state.past.dv = points(at.dv);
  state.past.dv_before = points(at.dv_before);
  state.past.calm = static_cast<int>(numbers[kCalm]);
  state.past.rough = static_cast<int>(numbers[kRough]);
  state.multipliers = Eigen::Map<const Vector>(numbers + at.multipliers, tables_.rows);
  state.tensions = Eigen::Map<const Vector>(numbers + at.tensions, tables_.elements);
  state.grasps.clear();
  std::vector<Grasp> grasps;
  for (int s = 0; s < tables_.slots; ++s) {
    const double hold = numbers[at.hold + s];
    if (hold == kOpen) continue;
    grasps.push_back({.name = "slot " + std::to_string(s),
                      .nodes = {tables_.slot_node[s]},
                      .motion = position_motion([this, s](double t) { return hand_at(s, t); }, false),
                      .grip = grip_of(hold, numbers[at.grip + s], numbers[at.grip_damping + s])});
    GraspState held = new_state(grasps.back());
    held.holding = true;
    held.anchor = points_in(numbers + at.target + 3 * s, 1);
    held.taken.translation = held.anchor.row(0).transpose();
    state.grasps.push_back(held);
  }
  simulation_.restore(state, std::move(grasps));
}

void WorldTwin::give_state(double* numbers) const {
  const WorldLayout& at = tables_.at;
  const ClothState& state = simulation_.state();
  put_points(state.x, numbers + at.x);
  put_points(state.v, numbers + at.v);
  numbers[kPastDt] = state.past.dt;
  numbers[kPastDtBefore] = state.past.dt_before;
  put_points(state.past.dx, numbers + at.dx);
  put_points(state.past.dx_before, numbers + at.dx_before);
  put_points(state.past.dv, numbers + at.dv);
  put_points(state.past.dv_before, numbers + at.dv_before);
  numbers[kCalm] = state.past.calm;
  numbers[kRough] = state.past.rough;
  std::copy_n(state.multipliers.data(), tables_.rows, numbers + at.multipliers);
  std::copy_n(state.tensions.data(), tables_.elements, numbers + at.tensions);
  put_contacts(tables_, state, numbers);
}

/// Of contacts that lanes have not, or of its hands: that one slips, yields, or comes from far.
bool WorldTwin::knows_more() const {
  if (!touches_in_lanes_ || !are_in_lanes(tables_, simulation_.state().contacts)) return true;
  const double next = simulation_.state().time + tables_.dt;
  return std::any_of(simulation_.state().grasps.begin(), simulation_.state().grasps.end(),
                     [&](const GraspState& hold) {
                       return hold.slipping || hold.catching_up != CatchingUp::no || hold.yields_until > next;
                     });
}

/// From where hands and obstacles are to where they are wanted.
void WorldTwin::lead(const double* numbers, const double* wanted, const double* poses) {
  const double* const target = numbers + tables_.at.target;
  begin_ = simulation_.state().time;
  for (int s = 0; s < tables_.slots; ++s) {
    HandWay& way = ways_[static_cast<std::size_t>(s)];
    for (int k = 0; k < 3; ++k) way.from[k] = target[3 * s + k], way.to[k] = wanted[3 * s + k];
  }
  obstacle_ways_.clear();
  for (int o = 0; poses != nullptr && o < tables_.obstacles; ++o)
    obstacle_ways_.push_back({pose_in(numbers + tables_.at.pose + 7 * o), pose_in(poses + 7 * o)});
}

void WorldTwin::step(double* numbers, std::int64_t age, const double* wanted, const double* poses) {
  const WorldLayout& at = tables_.at;
  double* const target = numbers + at.target;
  if (wanted == nullptr) wanted = target;
  if (!are_finite(numbers, at.size) || !are_finite(wanted, 3 * tables_.slots) ||
      (poses != nullptr && !are_poses(poses, tables_.obstacles))) {
    numbers[kFlagged] = kToRedo;
    numbers[kStatus] = static_cast<double>(StepStatus::not_finite);
    return;
  }
  if (numbers[kFlagged] != kAway) take_state(numbers, age);
  lead(numbers, wanted, poses);
  const StepReport report = simulation_.step();
  give_state(numbers);
  std::copy_n(wanted, 3 * tables_.slots, target);
  for (int o = 0; o < tables_.obstacles; ++o)
    put_pose(pose_at(o, simulation_.state().time), numbers + at.pose + 7 * o);
  numbers[kFlagged] = (age + 1) % tables_.back_every != 0 || knows_more() ? kAway : kRegular;
  numbers[kStatus] = static_cast<double>(report.status);
  numbers[kIterations] = report.iterations;
  numbers[kMetricError] = report.metric_error;
  numbers[kEdgeError] = report.edge_error;
  numbers[kAreaError] = report.area.largest;
}

}  // namespace isocloth::batch
