#include "isocloth/batch/cloth_batch.hpp"

#include <algorithm>
#include <numeric>

#include "isocloth/batch/batch_engine.hpp"
#include "isocloth/batch/batch_obstacles.hpp"
#include "isocloth/batch/world_twin.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {

using namespace batch;

namespace {

void check_prototype(const Simulation& prototype, int worlds) {
  require(worlds > 0, "a batch needs at least one world, got " + std::to_string(worlds));
  for (const Obstacle& obstacle : prototype.obstacles())
    require(!obstacle.gives_way(), "obstacle \"" + obstacle.name + "\" is a finger, which a batch has not");
  for (const Grasp& grasp : prototype.grasps()) {
    require(!grasp.grip.has_limit(), "grasp \"" + grasp.name +
                                         "\" has a force limit, which hands in a batch have not; set slip to "
                                         "hold");
    require(!grasp.pick, "grasp \"" + grasp.name + "\" is by place; those of a batch name their nodes");
  }
}

/// Where the hands of a simulation have their nodes at time t, grasp by grasp.
std::vector<Points> places_at(const Simulation& simulation, double t) {
  const ClothState& state = simulation.state();
  std::vector<Points> places;
  for (std::size_t g = 0; g < simulation.grasps().size(); ++g)
    places.push_back(wanted_places(simulation.grasps()[g], state.grasps[g], state.x, state.time, t));
  return places;
}

bool holds_after(const Simulation& simulation, int grasp, std::int64_t steps) {
  const double dt = simulation.options().dt;
  const auto& [hand, hold] = std::tie(simulation.grasps()[grasp], simulation.state().grasps[grasp]);
  return holds_at(hand, static_cast<double>(simulation.state().step + steps) * dt, dt) && !hold.let_go;
}

void put_state(const Tables& tables, const ClothState& state, double* numbers) {
  const auto put = [&](const auto& from, int at) { std::copy_n(from.data(), from.size(), numbers + at); };
  numbers[kPastDt] = state.past.dt;
  numbers[kPastDtBefore] = state.past.dt_before;
  numbers[kCalm] = state.past.calm;
  numbers[kRough] = state.past.rough;
  put(state.x, tables.at.x);
  put(state.v, tables.at.v);
  put(state.past.dx, tables.at.dx);
  put(state.past.dx_before, tables.at.dx_before);
  put(state.past.dv, tables.at.dv);
  put(state.past.dv_before, tables.at.dv_before);
  put(state.multipliers, tables.at.multipliers);
  put(state.tensions, tables.at.tensions);
  put_contacts(tables, state, numbers);
}

bool have_the_same_shapes(const Simulation& one, const Simulation& other) {
  return std::equal(one.obstacles().begin(), one.obstacles().end(), other.obstacles().begin(),
                    other.obstacles().end(),
                    [](const Obstacle& a, const Obstacle& b) { return a.shape == b.shape; });
}

}  // namespace

ClothBatch::ClothBatch(const Simulation& prototype, int worlds, const BatchOptions& options)
    : worlds_(worlds), prototype_(std::make_unique<Simulation>(prototype.twin())) {
  check_prototype(prototype, worlds);
  for (std::size_t g = 0; g < prototype.grasps().size(); ++g)
    for (std::size_t i = 0; i < prototype.grasps()[g].nodes.size(); ++i) {
      slots_.push_back(prototype.grasps()[g].nodes[i]);
      hands_.push_back({static_cast<int>(g), static_cast<int>(i)});
    }
  model_ = std::make_unique<BatchModel>(prototype.model(), prototype.options(), slots_, shapes_of(prototype));
  if (options.device == BatchDevice::cuda) {
    const std::string problem = gpu_problem();
    require(problem.empty(), "device cuda cannot be used: " + problem);
    engine_ = make_gpu_engine(*model_, worlds, options.threads);
  } else {
    model_->leave_slow_steps();
    engine_ = make_lane_engine(*model_, worlds, options.threads);
  }
  age_.assign(worlds, 0);
  redone_.assign(worlds, 0);
  start_all();
}

void ClothBatch::start_from(const Simulation& prototype) {
  check_prototype(prototype, worlds_);
  std::vector<int> held;
  for (const Grasp& grasp : prototype.grasps())
    held.insert(held.end(), grasp.nodes.begin(), grasp.nodes.end());
  require(
      held == slots_ && prototype.model().rows.pattern().row_count() == model_->tables().rows &&
          prototype.state().x.rows() == nodes() && prototype.options().dt == dt() &&
          have_the_same_shapes(prototype, *prototype_),
      "worlds of a batch can start only from simulations of its cloth, with its grasps, obstacles and time "
      "step");
  prototype_ = std::make_unique<Simulation>(prototype.twin());
  start_all();
}

/// All worlds as the prototype is.
void ClothBatch::start_all() {
  twins_.clear();
  twins_.resize(worlds_);
  make_start();
  engine_->write_starts(start_.data());
  reset();
}

ClothBatch::~ClothBatch() = default;
ClothBatch::ClothBatch(ClothBatch&&) noexcept = default;
ClothBatch& ClothBatch::operator=(ClothBatch&&) noexcept = default;

void ClothBatch::make_start() {
  const Tables& tables = model_->tables();
  const ClothState& state = prototype_->state();
  start_.assign(tables.at.size, 0);
  put_material(prototype_->model().pieces.front().material, start_.data());
  for (int k = 0; k < 3; ++k) start_[kGravityX + k] = prototype_->options().gravity[k];
  put_state(tables, state, start_.data());
  const std::vector<Points> places = places_at(*prototype_, state.time);
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    const auto [g, i] = hands_[s];
    const Grasp& grasp = prototype_->grasps()[g];
    double area = 0;
    for (const int node : grasp.nodes) area += prototype_->model().node_area[node];
    const double share = grasp.grip.is_rigid() ? 0 : prototype_->model().node_area[slots_[s]] / area;
    start_[tables.at.grip + s] = share > 0 ? share * grasp.grip.stiffness : 0;
    start_[tables.at.grip_damping + s] = share * grasp.grip.damping;
    start_[tables.at.hold + s] = holds_after(*prototype_, g, 1) ? hold_kind(static_cast<int>(s)) : kOpen;
    for (int k = 0; k < 3; ++k) start_[tables.at.target + 3 * s + k] = places[g](i, k);
  }
  for (int o = 0; o < tables.obstacles; ++o) {
    start_[tables.at.friction + o] = prototype_->obstacles()[o].friction;
    put_pose(prototype_->obstacles()[o].pose(state.time), start_.data() + tables.at.pose + 7 * o);
  }
  set_stiffness(start_.data());
  if (!can_touch_in_lanes(*prototype_) || !are_in_lanes(tables, state.contacts)) start_[kFlagged] = kBegins;
}

double ClothBatch::hold_kind(int slot) const {
  return prototype_->grasps()[hands_[slot].grasp].grip.is_rigid() ? kRigid : kSpring;
}

ClothBatch::OnDevice ClothBatch::on_device() const {
  const WorldLayout& at = model_->tables().at;
  return {engine_->on_device(), at.size, at.x, at.v};
}

int ClothBatch::nodes() const { return model_->tables().nodes; }
int ClothBatch::obstacles() const { return model_->tables().obstacles; }

Points ClothBatch::held_places() const {
  return Eigen::Map<const Points>(start_.data() + model_->tables().at.target,
                                  static_cast<Eigen::Index>(slots_.size()), 3);
}
double ClothBatch::dt() const { return model_->tables().dt; }

/// k of the constraints, by density, and stiffer round held nodes.
void ClothBatch::set_stiffness(double* numbers) const {
  const Tables& tables = model_->tables();
  const ClothModel& model = prototype_->model();
  const RowPattern& pattern = model.rows.pattern();
  const double scale = numbers[kDensity] / model.pieces.front().material.density;
  const auto is_held = [&](int node) {
    const int slot = tables.slot_of[node];
    return slot >= 0 && numbers[tables.at.hold + slot] != kOpen;
  };
  for (int g = 0; g < pattern.constraint_groups; ++g) {
    const bool holds = std::any_of(pattern.nodes.begin() + pattern.node_begin[g],
                                   pattern.nodes.begin() + pattern.node_begin[g + 1], is_held);
    for (int r = pattern.row_begin[g]; r < pattern.row_begin[g + 1]; ++r)
      numbers[tables.at.stiffness + r] = (holds ? kPointLoadShare : 1) * scale * model.law.stiffness[r];
  }
}

void ClothBatch::step(int steps, const Paths& paths) {
  if (steps < 0) throw InputError("steps must be at least 0, got " + std::to_string(steps));
  const auto of_hands = static_cast<std::ptrdiff_t>(3 * slots_.size()),
             of_poses = static_cast<std::ptrdiff_t>(7) * obstacles();
  const bool alike = std::all_of(age_.begin(), age_.end(), [&](std::int64_t age) { return age == age_[0]; });
  const auto given = [&](const double* data, std::ptrdiff_t count, int step, bool on_device) {
    return StepNumbers{data + step * worlds_ * count, worlds_ * count, count, on_device};
  };
  const auto sampled = [&](const std::vector<double>& data, std::ptrdiff_t count) {
    return StepNumbers{data.data(), alike ? count : worlds_ * count, alike ? 0 : count};
  };
  const bool samples = !paths.hands || (!paths.obstacles && obstacles() > 0);
  for (int step = 0, count = 0; step < steps; step += count) {
    const bool grasps_change = !paths.hands && follow_motions();
    count = grasps_change ? 1 : samples ? std::min(steps - step, kMostSampled) : steps;
    std::vector<double> motions, poses;
    if (!paths.hands) motions = sampled_motions(count, alike ? 1 : worlds_);
    if (!paths.obstacles) poses = sampled_poses(count, alike ? 1 : worlds_);
    advance(
        count,
        {paths.hands ? given(paths.hands, of_hands, step, paths.hands_on_device) : sampled(motions, of_hands),
         paths.obstacles ? given(paths.obstacles, of_poses, step, paths.obstacles_on_device)
                         : sampled(poses, of_poses)},
        paths.obstacles != nullptr);
  }
}

void ClothBatch::advance(int steps, const Leads& leads, bool by_given_poses) {
  engine_->advance(steps, leads,
                   [this, by_given_poses](int world, int step, const double* hands, const double* poses) {
                     redo(world, step, hands, by_given_poses ? poses : nullptr);
                   });
  for (std::int64_t& age : age_) age += steps;
  steps_taken_ += static_cast<std::int64_t>(steps) * worlds_;
}

/// Takes hold and lets go where a grasp of the prototype begins or ends with the next step of a world;
/// whether one does so within the next steps.
bool ClothBatch::follow_motions() {
  bool changes = false;
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    const int grasp = hands_[s].grasp;
    const Grasp& hand = prototype_->grasps()[grasp];
    changes = changes || hand.from > prototype_->state().time || std::isfinite(hand.until);
  }
  if (!changes) return false;
  std::vector<char> held(slots_.size());
  for (int w = 0; w < worlds_; ++w) {
    for (std::size_t s = 0; s < slots_.size(); ++s)
      held[s] = holds_after(*prototype_, hands_[s].grasp, age_[w] + 1);
    set_held(w, held);
  }
  return true;
}

std::vector<double> ClothBatch::sampled_motions(int steps, int worlds) const {
  std::vector<double> motions;
  for (int step = 0; step < steps; ++step)
    for (int w = 0; w < worlds; ++w) {
      const std::vector<Points> places = places_at(*prototype_, end_of(w, step));
      for (const auto& [g, i] : hands_)
        for (int k = 0; k < 3; ++k) motions.push_back(places[g](i, k));
    }
  return motions;
}

std::vector<double> ClothBatch::sampled_poses(int steps, int worlds) const {
  const auto count = static_cast<std::size_t>(obstacles());
  std::vector<double> poses(7 * count * static_cast<std::size_t>(steps) * static_cast<std::size_t>(worlds));
  double* to = poses.data();
  for (int step = 0; step < steps; ++step)
    for (int w = 0; w < worlds; ++w)
      for (std::size_t o = 0; o < count; ++o, to += 7)
        put_pose(prototype_->obstacles()[o].pose(end_of(w, step)), to);
  return poses;
}

/// When a step of a world ends, by the prototype's clock [s].
double ClothBatch::end_of(int world, int step) const {
  return static_cast<double>(prototype_->state().step + age_[world] + step + 1) * dt();
}

void ClothBatch::redo(int world, int step, const double* wanted, const double* poses) {
  std::vector<double> numbers = numbers_of(world);
  if (!twins_[world])
    twins_[world] = std::make_unique<WorldTwin>(model_->tables(), *prototype_, numbers.data());
  twins_[world]->step(numbers.data(), age_[world] + step, wanted, poses);
  engine_->write(world, numbers.data());
  ++redone_[world];
}

std::int64_t ClothBatch::steps_redone() const {
  return std::accumulate(redone_.begin(), redone_.end(), std::int64_t{0});
}

void ClothBatch::check_mask(std::span<const char> mask) const {
  require(static_cast<int>(mask.size()) == worlds_, "the mask has " + std::to_string(mask.size()) +
                                                        " entries, the batch " + std::to_string(worlds_) +
                                                        " worlds");
}

void ClothBatch::reset(std::span<const char> mask) {
  if (!mask.empty()) check_mask(mask);
  const std::vector<char> all(mask.empty() ? worlds_ : 0, 1);
  const char* const which = mask.empty() ? all.data() : mask.data();
  engine_->reset(which);
  for (int w = 0; w < worlds_; ++w)
    if (which[w]) age_[w] = 0;
}

std::vector<double> ClothBatch::numbers_of(int world) const {
  require(world >= 0 && world < worlds_, "there is no world " + std::to_string(world));
  std::vector<double> numbers(model_->tables().at.size);
  engine_->read(world, numbers.data());
  return numbers;
}

/// What was set by hand: a twin's own state is no longer that of the world.
void ClothBatch::change(int world, std::vector<double>& numbers) {
  if (numbers[kFlagged] != kRegular) numbers[kFlagged] = kToRedo;
  set_stiffness(numbers.data());
  engine_->write(world, numbers.data());
}

/// From now on, and whenever the world begins again.
template <class Change>
void ClothBatch::change_for_good(int world, const Change& change_numbers) {
  std::vector<double> numbers = numbers_of(world), start = start_;
  change_numbers(numbers.data());
  twins_[world].reset();
  change(world, numbers);
  std::copy_n(numbers.begin(), kGravityZ + 1, start.begin());
  std::copy_n(numbers.begin() + model_->tables().at.friction, obstacles(),
              start.begin() + model_->tables().at.friction);
  set_stiffness(start.data());
  engine_->write_start(world, start.data());
}

void ClothBatch::set_material(int world, const Material& material) {
  if (const auto problem = material.problem()) throw InputError(*problem);
  const Tables& tables = model_->tables();
  require(material.is_woven() == (tables.woven != 0),
          "worlds of a batch are all woven (shear_stiffness), or none is");
  require(tables.bends || (material.bending == 0 && material.bending_damping == 0),
          "the cloth of the batch was made without bending; make it with a bending above 0");
  change_for_good(world, [&](double* numbers) { put_material(material, numbers); });
}

void ClothBatch::set_gravity(int world, const Vec3& gravity) {
  require(gravity.allFinite(), "gravity must be finite");
  change_for_good(world, [&](double* numbers) { std::copy_n(gravity.data(), 3, numbers + kGravityX); });
}

void ClothBatch::set_friction(int world, int obstacle, double friction) {
  require(obstacle >= 0 && obstacle < obstacles(), "there is no obstacle " + std::to_string(obstacle) +
                                                       "; the batch has " + std::to_string(obstacles()));
  require(friction >= 0 && std::isfinite(friction),
          "friction must be a finite number >= 0, got " + to_text(friction));
  change_for_good(world,
                  [&](double* numbers) { numbers[model_->tables().at.friction + obstacle] = friction; });
}

void ClothBatch::set_held(int world, std::span<const char> held) {
  require(held.size() == slots_.size(), "the batch has " + std::to_string(slots_.size()) +
                                            " held nodes, got " + std::to_string(held.size()));
  std::vector<double> numbers = numbers_of(world);
  const WorldLayout& at = model_->tables().at;
  bool changed = false;
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    const double hold = held[s] ? hold_kind(static_cast<int>(s)) : kOpen;
    if (numbers[at.hold + s] == hold) continue;
    changed = true;
    numbers[at.hold + s] = hold;
    if (held[s]) std::copy_n(numbers.data() + at.x + 3 * slots_[s], 3, numbers.data() + at.target + 3 * s);
  }
  if (changed) change(world, numbers);
}

/// At x with velocities v, as if it had moved evenly until then; nothing pulls yet. The first step is
/// Euler's, as there is no acceleration to go on from.
void ClothBatch::put_in_motion(const double* x, const double* v, double* numbers) const {
  const Tables& tables = model_->tables();
  const WorldLayout& at = tables.at;
  std::fill(numbers + at.x, numbers + at.size, 0.0);
  for (int k = 0; k < 3 * tables.nodes; ++k) {
    numbers[at.x + k] = x[k];
    numbers[at.v + k] = v[k];
    numbers[at.dx + k] = numbers[at.dx_before + k] = tables.dt * v[k];
  }
  for (std::size_t s = 0; s < slots_.size(); ++s)
    std::copy_n(x + 3 * slots_[s], 3, numbers + at.target + 3 * s);
  numbers[kPastDt] = numbers[kPastDtBefore] = tables.dt;
  numbers[kCalm] = 0;
  numbers[kRough] = 1;
  numbers[kFlagged] = can_touch_in_lanes(*prototype_) ? kRegular : kToRedo;
}

void ClothBatch::set_states(std::span<const char> mask, const double* x, const double* v) {
  check_mask(mask);
  const WorldLayout& at = model_->tables().at;
  const std::ptrdiff_t points = 3 * nodes(), count = at.size - at.target;
  constexpr int kFirst = kPastDt, kCount = kFlagged - kPastDt + 1;
  std::vector<double> numbers(at.size), states(worlds_ * count), past(worlds_ * kCount);
  for (int w = 0; w < worlds_; ++w) {
    if (!mask[w]) continue;
    put_in_motion(x + w * points, v + w * points, numbers.data());
    std::copy_n(numbers.begin() + at.target, count, states.begin() + w * count);
    std::copy_n(numbers.begin() + kFirst, kCount, past.begin() + w * kCount);
  }
  engine_->write_some(mask.data(), at.target, static_cast<int>(count), states.data());
  engine_->write_some(mask.data(), kFirst, kCount, past.data());
}

void ClothBatch::read_positions(double* x) const { engine_->read_all(model_->tables().at.x, 3 * nodes(), x); }
void ClothBatch::read_velocities(double* v) const {
  engine_->read_all(model_->tables().at.v, 3 * nodes(), v);
}

namespace {

/// From the numbers of a world, from kStatus on.
WorldReport report_in(const double* from) {
  const auto at = [&](WorldNumber which) { return from[which - kStatus]; };
  return {static_cast<StepStatus>(at(kStatus)), static_cast<int>(at(kIterations)), at(kMetricError),
          at(kEdgeError), at(kAreaError)};
}

}  // namespace

WorldReport ClothBatch::report(int world) const { return report_in(numbers_of(world).data() + kStatus); }

std::vector<WorldReport> ClothBatch::reports() const {
  constexpr int kCount = kAreaError - kStatus + 1;
  std::vector<double> all(static_cast<std::size_t>(worlds_) * kCount);
  engine_->read_all(kStatus, kCount, all.data());
  std::vector<WorldReport> reports;
  for (int w = 0; w < worlds_; ++w)
    reports.push_back(report_in(all.data() + static_cast<std::ptrdiff_t>(w) * kCount));
  return reports;
}

}  // namespace isocloth
