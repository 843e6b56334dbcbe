/// Fingers (obstacles/finger.hpp) in the program of the contacts: each has one unknown of its own, and its
/// stops are contacts without cloth. By implicit Euler,
///
///   (m/dt² + c/dt) δs = F − m(s − s₀ − dt ṡ₀)/dt² − c(s − s₀)/dt + what presses on it,   c = |F|/v₀

#include <algorithm>
#include <cmath>

#include "isocloth/contact/contacts.hpp"

namespace isocloth {

void Contacts::begin_fingers(double start, double end, const std::vector<ObstacleState>& states) {
  for (std::size_t f = 0; f < fingers_.size(); ++f) {
    FingerStep& step = fingers_[f];
    const auto o = static_cast<std::size_t>(step.obstacle);
    const Finger& finger = finger_of(obstacles_[o]);
    const ObstacleState state = o < states.size() ? states[o] : ObstacleState{};
    step.start = state.position;
    step.velocity = state.velocity;
    step.force = finger.force(end);
    step.inertia = finger.mass / (duration_ * duration_);
    step.drag = std::abs(step.force) / finger.speed / duration_;
    step.step = 0;
    start_[o] = posed(obstacles_[o], start, step.start);
    end_base_[f] = end_[o].pose.translation;
    finger_system_.set(static_cast<int>(f), end_[o].rotation * finger.axis.normalized(),
                       step.inertia + step.drag);
  }
}

/// The obstacles at the end of the step, where their fingers are now.
void Contacts::put_fingers() {
  for (std::size_t f = 0; f < fingers_.size(); ++f) {
    const FingerStep& step = fingers_[f];
    const Vec3& axis = finger_system_.axis(static_cast<int>(f));
    end_[step.obstacle].pose.translation = end_base_[f] + step.position * axis;
  }
}

/// What is missing in the balance of a finger that nothing presses on [N].
double Contacts::finger_load(int finger) const {
  const FingerStep& f = fingers_[finger];
  const double way = f.position - f.start;
  return f.force - f.inertia * (way - duration_ * f.velocity) - f.drag * way;
}

void Contacts::add_stops(Penetration& deepest) {
  for (std::size_t f = 0; f < fingers_.size(); ++f) {
    const FingerStep& step = fingers_[f];
    const Vec3 axis = finger_system_.axis(static_cast<int>(f));
    const double gaps[] = {finger_of(obstacles_[step.obstacle]).stroke - step.position, step.position};
    for (int end = 0; end < 2; ++end) {
      Contact stop;
      stop.obstacle = step.obstacle;
      stop.site = sites_.count() + end;
      stop.frame = contact_frame(end == 0 ? axis : Vec3(-axis));
      stop.offset[0] = gaps[end];
      stop.finger = sites_.node_count + static_cast<int>(f);
      const int before = index(stop.obstacle, stop.site);
      const int remembered = memory_index_[stop.obstacle * stride() + stop.site];
      if (remembered >= 0) stop.multiplier[0] = memory_[remembered].normal_force;
      if (before >= 0) stop.multiplier[0] = solved()[before].force[0];
      deepest.beyond = std::max(deepest.beyond, -gaps[end]);
      list().push_back(stop);
    }
  }
}

void Contacts::enter(ContactSystem& assembled) {
  if (!fingers_.empty()) finger_system_.use(assembled);
  program_.enter(fingers_.empty() ? assembled : finger_system_, list());
}

ContactProgramReport Contacts::settle(ContactSystem& factorized, const Points& load, Points& d) {
  if (fingers_.empty()) return program_.settle(program_options_, factorized, load, list(), d);
  const int nodes = sites_.node_count;
  if (!finger_system_.find_columns()) return {.solved = false};
  finger_load_.topRows(nodes) = load;
  for (std::size_t f = 0; f < fingers_.size(); ++f)
    finger_load_.row(nodes + static_cast<int>(f)) =
        finger_load(static_cast<int>(f)) * finger_system_.axis(static_cast<int>(f)).transpose();
  const ContactProgramReport report =
      program_.settle(program_options_, finger_system_, finger_load_, list(), finger_d_);
  d = finger_d_.topRows(nodes);
  for (std::size_t f = 0; f < fingers_.size(); ++f)
    fingers_[f].step =
        finger_system_.axis(static_cast<int>(f)).dot(finger_d_.row(nodes + static_cast<int>(f)).transpose());
  return report;
}

void Contacts::move_fingers(double share) {
  for (FingerStep& f : fingers_) f.position += share * f.step;
  put_fingers();
}

void Contacts::read_fingers(std::vector<ObstacleState>& states) const {
  for (const FingerStep& f : fingers_) {
    states[f.obstacle].position = f.position;
    states[f.obstacle].velocity = (f.position - f.start) / duration_;
  }
}

Vec3 Contacts::displacement(const Contact& contact, const Points& d) const {
  Vec3 way = contact.point.at(d);
  if (contact.finger >= 0) {
    const int f = contact.finger - sites_.node_count;
    way -= fingers_[f].step * finger_system_.axis(f);
  }
  return contact.frame * way;
}

double Contacts::finger_energy(double share) const {
  double sum = 0;
  for (std::size_t f = 0; f < fingers_.size(); ++f) {
    const double way = share * fingers_[f].step;
    sum += (0.5 * (fingers_[f].inertia + fingers_[f].drag) * way - finger_load(static_cast<int>(f))) * way;
  }
  return sum;
}

}  // namespace isocloth
