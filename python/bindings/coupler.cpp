#include "coupler.hpp"

#include <algorithm>

namespace isocloth::python {
namespace {

Eigen::Map<Vector> all_of(const Numbers& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

Vec3 row_of(const Numbers& numbers, int row) { return Eigen::Map<const Vec3>(numbers.data() + 3 * row); }

RigidPose geom_pose(const RobotArrays& robot, int geom) {
  using Rows = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  const Eigen::Matrix3d turn = Eigen::Map<const Rows>(robot.geom_matrix.data() + 9 * geom);
  return {Eigen::Quaterniond(turn).normalized(), row_of(robot.geom_position, geom)};
}

/// Where a body has a hand.
RigidPose hand_pose(const RobotArrays& robot, const CoupledHand& hand) {
  const double* q = robot.body_quaternion.data() + 4 * hand.body;
  const Eigen::Quaterniond turn(q[0], q[1], q[2], q[3]);
  return {(turn * hand.place.rotation).normalized(),
          row_of(robot.body_position, hand.body) + turn * hand.place.translation};
}

}  // namespace

Coupler::Coupler(BoundSimulation& simulation, RobotArrays robot, RobotArrays ahead, WarningCounts warnings,
                 std::vector<CoupledGeom> geoms)
    : simulation_(simulation),
      robot_(std::move(robot)),
      ahead_(std::move(ahead)),
      warnings_(std::move(warnings)),
      geoms_(std::move(geoms)),
      led_geoms_(geoms_.size()),
      touched_(geoms_.size(), 0),
      load_(static_cast<Eigen::Index>(robot_.applied.size())),
      free_(all_of(robot_.applied)),
      loaded_(free_) {}

bool Coupler::must_agree() const {
  return std::any_of(geoms_.begin(), geoms_.end(), [](const CoupledGeom& geom) { return geom.feels; }) ||
         std::any_of(hands_.begin(), hands_.end(), [](const CoupledHand& hand) { return hand.is_stiff; });
}

/// An engine that goes astray begins anew, with counts of its own: so they must be 0 before.
long Coupler::count_warnings(bool and_forget) const {
  long sum = 0;
  for (std::size_t i = 0; i < warnings_.shape(0); ++i) {
    int& count = warnings_.data()[static_cast<std::int64_t>(i) * warnings_.stride(0)];
    sum += count;
    if (and_forget) count = 0;
  }
  return sum;
}

/// A state from before they took hold was restored.
void Coupler::drop_hands_that_are_gone() {
  const std::vector<int>& numbers = simulation_.session.grasp_numbers();
  std::erase_if(hands_, [&](const CoupledHand& hand) {
    return !std::binary_search(numbers.begin(), numbers.end(), hand.grasp);
  });
}

void Coupler::unload() {
  auto applied = all_of(robot_.applied);
  for (Eigen::Index i = 0; i < applied.size(); ++i)
    if (applied[i] == loaded_[i]) applied[i] = free_[i];
}

bool Coupler::begin(const Numbers& start) {
  unload();
  std::fill(touched_.begin(), touched_.end(), 0);
  drop_hands_that_are_gone();
  count_warnings(true);
  start_ = all_of(start) = all_of(robot_.qpos);
  velocity_ = all_of(robot_.qvel);
  return start_.allFinite() && velocity_.allFinite() && all_of(robot_.ctrl).allFinite();
}

void Coupler::guess(const Numbers& acceleration, const Numbers& velocity) {
  const double dt = simulation_.session.dt();
  all_of(velocity) = velocity_ + 0.5 * dt * all_of(acceleration);
  all_of(ahead_.qpos) = start_;
  if (!has_turning_joints()) all_of(ahead_.qpos) += dt * all_of(velocity);
  all_of(ahead_.mocap_position) = all_of(robot_.mocap_position);
  all_of(ahead_.mocap_quaternion) = all_of(robot_.mocap_quaternion);
}

void Coupler::lead() {
  Session& session = simulation_.session;
  for (std::size_t k = 0; k < geoms_.size(); ++k) {
    led_geoms_[k] = geom_pose(ahead_, geoms_[k].geom);
    session.move_obstacle(geoms_[k].obstacle, led_geoms_[k]);
  }
  led_hands_.resize(hands_.size());
  for (std::size_t k = 0; k < hands_.size(); ++k) {
    led_hands_[k] = hand_pose(ahead_, hands_[k]);
    if (session.holds(hands_[k].grasp)) session.move(hands_[k].grasp, led_hands_[k]);
  }
}

void Coupler::add_load(int body, const Vec3& origin, const Wrench& impulse) {
  const Vec3 force = -impulse.force / simulation_.session.dt(),
             torque = -impulse.torque / simulation_.session.dt();
  load_.segment<3>(6 * body) += force;
  load_.segment<3>(6 * body + 3) += torque + (origin - row_of(ahead_.centre_of_mass, body)).cross(force);
}

void Coupler::load() {
  const Session& session = simulation_.session;
  load_.setZero();
  for (std::size_t k = 0; k < geoms_.size(); ++k) {
    if (!geoms_[k].feels) continue;
    const Wrench impulse = session.simulation().obstacle_impulse(geoms_[k].obstacle);
    if (impulse.force.isZero(0)) continue;
    touched_[k] = 1;
    add_load(geoms_[k].body, led_geoms_[k].translation, impulse);
  }
  for (std::size_t k = 0; k < hands_.size(); ++k)
    if (hands_[k].feels)
      add_load(hands_[k].body, led_hands_[k].translation, session.impulse(hands_[k].grasp));
  free_ = all_of(robot_.applied);
  loaded_ = all_of(robot_.applied) += load_;
}

StepReport Coupler::step() {
  const Claim claim(simulation_);
  const nb::gil_scoped_release others_run;
  lead();
  const StepReport report = simulation_.session.step();
  load();
  return report;
}

bool Coupler::end(const Numbers& way, const Numbers& acceleration) const {
  const double dt = simulation_.session.dt();
  if (!has_turning_joints()) all_of(way) = (all_of(robot_.qpos) - start_) / dt;
  all_of(acceleration) = (all_of(way) - velocity_) * (2 / dt);
  return count_warnings(false) == 0 && all_of(acceleration).allFinite();
}

double Coupler::mismatch() const {
  double worst = 0;
  for (std::size_t k = 0; k < geoms_.size(); ++k)
    if (touched_[k])
      worst =
          std::max(worst, (row_of(robot_.geom_position, geoms_[k].geom) - led_geoms_[k].translation).norm());
  for (std::size_t k = 0; k < hands_.size(); ++k)
    if (hands_[k].feels && hands_[k].is_stiff)
      worst = std::max(worst, (hand_pose(robot_, hands_[k]).translation - led_hands_[k].translation).norm());
  return worst;
}

void Coupler::go_back() {
  unload();
  const Claim claim(simulation_);
  simulation_.session.take_back_step();
}

}  // namespace isocloth::python
