#include "isocloth/session/session.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/check_start.hpp"
#include "isocloth/session/make_frame.hpp"

namespace isocloth {
namespace {

void check_finite(const Points& values, const Points& like, const char* what) {
  require(values.rows() == like.rows(), std::string(what) + " are of " + std::to_string(values.rows()) +
                                            " nodes, the cloth has " + std::to_string(like.rows()));
  for (Eigen::Index i = 0; i < values.rows(); ++i)
    require(values.row(i).allFinite(),
            std::string(what) + " of node " + std::to_string(i) + " are not finite");
}

void check_duration(double duration) {
  require(duration >= 0 && std::isfinite(duration),
          "duration of a move must be at least 0 s, got " + to_text(duration));
}

}  // namespace

Session::Session(std::shared_ptr<const ClothModel> model, const Points& start, const StepOptions& options)
    : simulation_(std::move(model), start, options) {}

Session::Session(Simulation&& simulation) : simulation_(std::move(simulation)) {
  for (std::size_t i = 0; i < simulation_.grasps().size(); ++i) wrap_grasp(static_cast<int>(i));
  for (std::size_t i = 0; i < simulation_.obstacles().size(); ++i) wrap_obstacle(static_cast<int>(i));
}

// stepping ------------------------------------------------------------------------------

void Session::ask_functions() {
  const double begin = state().time, end = static_cast<double>(state().step + 1) * dt();
  const auto each = [&](const auto& use) {
    for (std::size_t i = 0; i < grasps_.size(); ++i)
      if (grasps_[i]->by == LedBy::function && simulation_.grasps()[i].until > begin) use(*grasps_[i]);
    for (std::size_t i = 0; i < obstacles_.size(); ++i)
      if (obstacles_[i]->pose.by == LedBy::function && !state().obstacles[i].removed)
        use(obstacles_[i]->pose);
  };
  each([&](auto& lead) { lead.asked = {begin, end, lead.function(begin), lead.function(end)}; });
  each([&](auto& lead) { lead.track = lead.asked; });  // all have answered
}

StepReport Session::step() {
  ask_functions();
  return simulation_.step();
}

RunReport Session::run(std::int64_t steps, const RunOptions& options) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  RunReport run;
  run.planned_steps = steps;
  const std::int64_t second = std::max<std::int64_t>(1, std::llround(1 / dt()));
  Clock::time_point begin_of_second = begin;
  const auto end_second = [&] {
    const Clock::time_point now = Clock::now();
    run.slowest_second =
        std::max(run.slowest_second, std::chrono::duration<double>(now - begin_of_second).count());
    begin_of_second = now;
  };
  StepTotals since_frame;
  const auto keep_frame = [&] {
    if (options.on_frame) options.on_frame(make_frame(simulation_, since_frame));
    since_frame = {};
    ++run.frames;
  };

  if (options.steps_per_frame > 0) keep_frame();
  while (run.steps < steps && !run.stopped) {
    const StepReport report = step();
    run.add(report, state().time);
    run.simulated = static_cast<double>(run.steps) * dt();
    since_frame.add(report);
    if (options.steps_per_frame > 0 && run.steps % options.steps_per_frame == 0) keep_frame();
    if (run.steps % second == 0 || run.steps == steps) end_second();
    if (options.go_on) run.stopped = !options.go_on(run) && run.steps < steps;
  }
  run.wall = std::chrono::duration<double>(Clock::now() - begin).count();
  return run;
}

RunReport Session::run_until(double time) {
  constexpr double kRounding = 1e-9;  // of a time that is a whole number of steps [s]
  return run(std::max<std::int64_t>(0, std::llround(std::ceil((time - kRounding) / dt())) - state().step));
}

// grasps ------------------------------------------------------------------------------

void Session::wrap_grasp(int index) {
  const Motion& given = simulation_.grasps()[static_cast<std::size_t>(index)].motion;
  auto lead = std::make_shared<Lead<RigidPose>>();
  lead->path = given.path;
  simulation_.set_motion(index, {[lead](double t) { return lead->at(t); }, given.relative, given.origin});
  grasps_.push_back(std::move(lead));
  numbers_.push_back(next_number_++);
}

int Session::grasp(Grasp grasp, PosePath function) {
  const RigidPose first = function ? check_pose(function(state().time), "what leads a grasp") : RigidPose{};
  wrap_grasp(simulation_.add_grasp(std::move(grasp)));
  if (function) {
    Lead<RigidPose>& lead = *grasps_.back();
    lead.function = std::move(function);
    lead.by = LedBy::function;
    lead.track = {.from = first, .to = first};
  }
  twins_.clear();
  return numbers_.back();
}

int Session::index_of(int number) const {
  const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), number);
  require(found != numbers_.end() && *found == number,
          "this grasp is not there any more: the simulation was restored to before it began");
  return static_cast<int>(found - numbers_.begin());
}

const Grasp& Session::grasp_at(int number) const {
  return simulation_.grasps()[static_cast<std::size_t>(index_of(number))];
}

bool Session::holds(int number) const {
  const GraspState& hold = state().grasps[static_cast<std::size_t>(index_of(number))];
  return grasp_at(number).until > state().time && !hold.let_go && !hold.missed;
}

bool Session::follows_function(int number) const {
  return grasps_[static_cast<std::size_t>(index_of(number))]->by == LedBy::function && holds(number);
}

RigidPose Session::pose(int number) const {
  const auto i = static_cast<std::size_t>(index_of(number));
  const Grasp& grasp = simulation_.grasps()[i];
  const GraspState& hold = state().grasps[i];
  RigidPose at = grasps_[i]->at(state().time);
  if (!grasp.motion.relative) return at;
  if (hold.holding)
    at.translation += hold.taken.translation;
  else if (!grasp.nodes.empty())
    at.translation += state().x.row(grasp.nodes.front()).transpose();
  else if (grasp.pick)
    at.translation += middle_of(*grasp.pick);
  return at;
}

template <class Value>
Track<Value> Session::track_from_now(const Value& from, const Value& to, double duration) const {
  const double now = state().time, next = static_cast<double>(state().step + 1) * dt();
  return {now, std::max(next, now + duration), from, to};
}

void Session::move(int number, const RigidPose& to, double duration) {
  const RigidPose checked = check_pose(to, "the pose that a grasp is moved to");
  check_duration(duration);
  require(holds(number),
          "grasp \"" + grasp_at(number).name + "\" has let go and cannot be moved; grasp its nodes again");
  const RigidPose from = pose(number);
  lead(number, checked);
  grasps_[static_cast<std::size_t>(index_of(number))]->track = track_from_now(from, checked, duration);
}

void Session::move(int number, const Vec3& to, double duration) {
  require(to.allFinite(), "the position that a grasp is moved to must be finite");
  move(number, RigidPose{pose(number).rotation, to}, duration);
}

void Session::lead(int number, const RigidPose& to) {
  const RigidPose from = pose(number);
  const int index = index_of(number);
  const Motion& motion = simulation_.grasps()[static_cast<std::size_t>(index)].motion;
  if (motion.relative) simulation_.set_motion(index, {motion.path, false, motion.origin});
  static_cast<Led<RigidPose>&>(*grasps_[static_cast<std::size_t>(index)]) = {LedBy::hand,
                                                                             track_from_now(from, to, 0)};
}

// obstacles ------------------------------------------------------------------------------

void Session::wrap_obstacle(int index) {
  auto lead = std::make_shared<LedObstacle>();
  const Obstacle& obstacle = simulation_.obstacles()[static_cast<std::size_t>(index)];
  lead->pose.path = obstacle.path;
  if (obstacle.finger) {
    const auto drive = [lead](double t) { return lead->drive.at(t); };
    if (obstacle.gives_way()) {
      lead->drive.path = obstacle.finger->force;
      simulation_.set_finger_force(index, drive);
    } else {
      lead->drive.path = obstacle.finger->position;
      simulation_.set_finger_position(index, drive);
    }
  }
  simulation_.set_path(index, [lead](double t) { return lead->pose.at(t); });
  obstacles_.push_back(std::move(lead));
}

int Session::add_obstacle(Obstacle obstacle, PosePath function, StartCheck check) {
  if (function) obstacle.path = fixed_pose(function(state().time));
  const int index = simulation_.add_obstacle(std::move(obstacle), check);
  wrap_obstacle(index);
  if (function) {
    Lead<RigidPose>& lead = obstacles_.back()->pose;
    lead.function = std::move(function);
    lead.by = LedBy::function;
    lead.track.from = lead.track.to = lead.path(state().time);
  }
  twins_.clear();
  return index;
}

void Session::remove_obstacle(int obstacle) { simulation_.remove_obstacle(obstacle); }

Session::LedObstacle& Session::lead_of(int obstacle) const {
  const bool removed = simulation_.obstacle_state(obstacle).removed;
  const Obstacle& named = simulation_.obstacles()[static_cast<std::size_t>(obstacle)];
  require(!removed, "obstacle \"" + named.name + "\" was removed");
  return *obstacles_[static_cast<std::size_t>(obstacle)];
}

bool Session::obstacle_follows_function(int obstacle) const {
  return lead_of(obstacle).pose.by == LedBy::function;
}

RigidPose Session::obstacle_pose(int obstacle) const { return lead_of(obstacle).pose.at(state().time); }

void Session::move_obstacle(int obstacle, const RigidPose& to, double duration) {
  check_duration(duration);
  const RigidPose from = obstacle_pose(obstacle), checked = fixed_pose(to)(0);
  static_cast<Led<RigidPose>&>(lead_of(obstacle).pose) = {LedBy::hand,
                                                          track_from_now(from, checked, duration)};
}

// fingers ------------------------------------------------------------------------------

double Session::finger_position(int obstacle) const {
  lead_of(obstacle);
  return simulation_.finger_position(obstacle);
}

Session::Lead<double>& Session::drive_of(int obstacle, bool by_position) const {
  Lead<double>& drive = lead_of(obstacle).drive;
  const Obstacle& of = simulation_.obstacles()[static_cast<std::size_t>(obstacle)];
  const bool is = finger_of(of).position != nullptr;
  require(is == by_position, "the finger of obstacle \"" + of.name + "\" goes by " +
                                 (is ? "its position: close it, it cannot be pushed"
                                     : "a force: push it, it cannot be closed to a position"));
  return drive;
}

void Session::push_finger(int obstacle, double force) {
  Lead<double>& drive = drive_of(obstacle, false);
  require(std::isfinite(force), "force of a finger must be finite, got " + to_text(force));
  static_cast<Led<double>&>(drive) = {LedBy::hand, track_from_now(force, force, 0)};
}

void Session::close_finger(int obstacle, double position, double duration) {
  Lead<double>& drive = drive_of(obstacle, true);
  require(std::isfinite(position), "position of a finger must be finite, got " + to_text(position));
  check_duration(duration);
  const double from = drive.at(state().time);
  static_cast<Led<double>&>(drive) = {LedBy::hand, track_from_now(from, position, duration)};
}

// state ------------------------------------------------------------------------------

SavedState Session::save() const {
  SavedState saved{.cloth = state()};
  for (std::size_t i = 0; i < grasps_.size(); ++i) {
    const Grasp& grasp = simulation_.grasps()[i];
    saved.grasps.push_back({.nodes = grasp.pick ? std::vector<int>{} : grasp.nodes,
                            .from = grasp.from,
                            .until = grasp.until,
                            .relative = grasp.motion.relative,
                            .led = *grasps_[i]});
  }
  for (const ObstacleLead& lead : obstacles_)
    saved.obstacles.push_back({.led = static_cast<const Led<RigidPose>&>(lead->pose),
                               .drive = static_cast<const Led<double>&>(lead->drive)});
  return saved;
}

void Session::restore(const SavedState& saved) {
  const std::size_t count = saved.grasps.size();
  require(count <= grasps_.size() && count == saved.cloth.grasps.size(),
          "the state belongs to another simulation: it has " + std::to_string(count) + " grasps, this one " +
              std::to_string(grasps_.size()));
  require(saved.obstacles.size() == obstacles_.size(),
          "the state belongs to another simulation: it has " + std::to_string(saved.obstacles.size()) +
              " obstacles, this one " + std::to_string(obstacles_.size()));
  std::vector<Grasp> grasps(simulation_.grasps().begin(),
                            simulation_.grasps().begin() + static_cast<std::ptrdiff_t>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const SavedGrasp& from = saved.grasps[i];
    require(
        grasps[i].pick ? from.nodes.empty() : from.nodes == grasps[i].nodes,
        "the state belongs to another simulation: grasp \"" + grasps[i].name + "\" holds other nodes there");
    require(from.led.by != LedBy::function || grasps_[i]->function,
            "the state belongs to another simulation: a function leads grasp \"" + grasps[i].name +
                "\" there, none here");
    grasps[i].from = from.from;
    grasps[i].until = from.until;
    grasps[i].motion.relative = from.relative;
  }
  for (std::size_t i = 0; i < obstacles_.size(); ++i)
    require(saved.obstacles[i].led.by != LedBy::function || obstacles_[i]->pose.function,
            "the state belongs to another simulation: a function leads obstacle \"" +
                simulation_.obstacles()[i].name + "\" there, none here");
  simulation_.restore(saved.cloth, std::move(grasps));

  if (grasps_.size() != count) twins_.clear();
  grasps_.resize(count);
  numbers_.resize(count);
  for (std::size_t i = 0; i < count; ++i) static_cast<Led<RigidPose>&>(*grasps_[i]) = saved.grasps[i].led;
  for (std::size_t i = 0; i < obstacles_.size(); ++i) {
    static_cast<Led<RigidPose>&>(obstacles_[i]->pose) = saved.obstacles[i].led;
    static_cast<Led<double>&>(obstacles_[i]->drive) = saved.obstacles[i].drive;
  }
}

void Session::go_on_from(SavedState state) {
  state.cloth.origin = this->state().origin;
  restore(state);
}

void Session::place(const Points& x, const Points& v, std::optional<std::int64_t> step) {
  check_finite(x, state().x, "positions");
  check_finite(v, state().v, "velocities");
  const std::int64_t taken = step.value_or(state().step);
  const double time = static_cast<double>(taken) * dt();
  for (std::size_t i = 0; i < obstacles_.size(); ++i) {
    const Obstacle& obstacle = simulation_.obstacles()[i];
    const ObstacleState& is = state().obstacles[i];
    if (!is.removed) check_start(posed(obstacle, time, is.position), obstacle.name, simulation_.model(), x);
  }
  ClothState placed = state();
  placed.step = taken;
  placed.time = time;
  placed.x = x;
  placed.v = v;
  placed.past.forget();
  placed.multipliers.setZero();
  placed.tensions.setZero();
  placed.contacts.clear();
  for (std::size_t i = 0; i < grasps_.size(); ++i) {
    const Grasp& grasp = simulation_.grasps()[i];
    Lead<RigidPose>& lead = *grasps_[i];
    const GraspState before = placed.grasps[i];
    placed.grasps[i] = new_state(grasp);
    placed.grasps[i].let_go = before.let_go;
    placed.grasps[i].missed = before.missed;
    placed.grasps[i].missed_by = before.missed_by;
    if (lead.by == LedBy::path || grasp.motion.relative || grasp.motion.origin == HandOrigin::path ||
        grasp.nodes.empty())
      continue;
    lead.track.from = lead.track.to = {lead.track.to.rotation, x.row(grasp.nodes.front()).transpose()};
  }
  simulation_.restore(placed);
}

/// Gives an obstacle of a twin its own path and drive again.
void Session::unwrap_obstacle(int index, Simulation& twin) const {
  const LedObstacle& lead = *obstacles_[static_cast<std::size_t>(index)];
  const Obstacle& obstacle = twin.obstacles()[static_cast<std::size_t>(index)];
  twin.set_path(index, lead.pose.path);
  if (!obstacle.finger) return;
  if (obstacle.gives_way())
    twin.set_finger_force(index, lead.drive.path);
  else
    twin.set_finger_position(index, lead.drive.path);
}

std::unique_ptr<Session> Session::twin() const {
  Simulation simulation = simulation_.twin();
  for (std::size_t i = 0; i < grasps_.size(); ++i) {
    const Motion& motion = simulation.grasps()[i].motion;
    simulation.set_motion(static_cast<int>(i), {grasps_[i]->path, motion.relative, motion.origin});
  }
  for (std::size_t i = 0; i < obstacles_.size(); ++i) unwrap_obstacle(static_cast<int>(i), simulation);
  auto twin = std::make_unique<Session>(std::move(simulation));
  for (std::size_t i = 0; i < grasps_.size(); ++i) twin->grasps_[i]->function = grasps_[i]->function;
  for (std::size_t i = 0; i < obstacles_.size(); ++i)
    twin->obstacles_[i]->pose.function = obstacles_[i]->pose.function;
  twin->restore(save());
  return twin;
}

std::vector<std::unique_ptr<Session>>& Session::twins(int count) {
  while (static_cast<int>(twins_.size()) < count) twins_.push_back(twin());
  return twins_;
}

}  // namespace isocloth
