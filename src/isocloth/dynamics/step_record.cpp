#include "isocloth/dynamics/step_record.hpp"

#include <utility>

namespace isocloth {
namespace {

std::size_t bytes_of(Eigen::Index numbers) { return sizeof(double) * static_cast<std::size_t>(numbers); }

}  // namespace

void StepRecord::clear() {
  parts.clear();
  exact = true;
  was_tried_ = false;
}

void StepRecord::begin_attempt() {
  parts.clear();
  exact = !was_tried_;
  was_tried_ = true;
}

void StepRecord::begin_part(const ClothState& state, double dt) {
  const StepPast& last = state.past;
  // the first step of a motion is always made of two; any other division is a decision
  const bool begins = parts.empty() || (parts.size() == 1 && parts[0].guess == 0);
  exact = exact && begins;
  parts.push_back({});
  PartRecord& part = parts.back();
  part.dt = dt;
  part.guess = last.dt == 0 ? 0 : dt / last.dt;
  part.x = state.x;
  part.multipliers = state.multipliers;
  part.tensions_before = state.tensions;
  v_ = state.v;
  dx_ = last.dx;
  dv_ = last.dv;
  projection.iterations.clear();
}

void StepRecord::predict(const StepWorkspace& work) {
  PartRecord& part = parts.back();
  part.rate = work.rule.rate;
  part.one = work.rule.one;
  part.two = work.rule.two;
  part.past = work.rule.past;
  part.inertial = work.rule.inertial;
  part.held = work.held;
  part.pulled = work.grips.holds;
  part.spring = work.grips.spring;
  part.damping = work.grips.damping;
  part.stiffness = work.grips.stiffness;
  exact = exact && !work.yields && work.held_back == StepCause::none;
}

void StepRecord::limit_grips(const Vector& stiffness) {
  parts.back().limits.emplace_back(projection.iterations.size(), stiffness);
  exact = false;
}

void StepRecord::end_part(const StepWorkspace& work, const ClothState& state,
                          const ProjectionReport& projected, bool refused, bool gives_way) {
  PartRecord& part = parts.back();
  part.tensions = state.tensions;
  part.refused = refused;
  part.projection.end = projection.end;
  part.projection.iterations = std::exchange(projection.iterations, {});
  if (projected.searched) {
    const auto before = work.before.multipliers.cwiseAbs(), after = state.multipliers.cwiseAbs();
    part.limited.resize(static_cast<std::size_t>(state.multipliers.size()));
    for (std::size_t r = 0; r < part.limited.size(); ++r)
      part.limited[r] = before[static_cast<Eigen::Index>(r)] == after[static_cast<Eigen::Index>(r)];
  }
  const std::vector<IterationRecord>& steps = part.projection.iterations;
  if (!steps.empty() && !refused)
    for (const ContactRecord& contact : steps.back().contacts.list)
      if (!work.contacts.has_settled(contact.key)) part.impacts.push_back(contact);
  for (const IterationRecord& step : steps)
    for (const ContactRecord& contact : step.contacts.list) exact = exact && contact.is_smooth;
  if (!part.impacts.empty()) {
    part.v.swap(v_);
    part.dx.swap(dx_);
    part.dv.swap(dv_);
  }
  exact = exact && !refused && !gives_way && !projected.searched && !projected.penetration.sunk &&
          projected.status == StepStatus::converged;
}

std::uint64_t StepRecord::decisions() const {
  std::uint64_t sum = 0;
  const auto add = [&](std::uint64_t number) { sum = (sum ^ number) * 0x9E3779B97F4A7C15U + (sum >> 29U); };
  for (const PartRecord& part : parts) {
    add(1);
    for (const IterationRecord& step : part.projection.iterations) {
      add(2);
      for (const ContactRecord& contact : step.contacts.list) {
        add(static_cast<std::uint64_t>(contact.key.obstacle) + 3);
        add(2 * static_cast<std::uint64_t>(contact.key.site) + (contact.slides() ? 1 : 0));
        if (contact.layers < 0) continue;
        const LayerRecord& layer = step.contacts.layers[static_cast<std::size_t>(contact.layers)];
        add(contact.key.pair);
        add(contact.memory.pair);
        for (const double weight : layer.weights) add(weight != 0 ? 1 : 0);
      }
    }
  }
  return sum;
}

std::size_t StepRecord::size() const {
  std::size_t sum = sizeof *this;
  for (const PartRecord& part : parts) {
    sum += sizeof part + 2 * part.held.size() + part.limited.size();
    sum += bytes_of(part.x.size() + part.v.size() + part.dx.size() + part.dv.size() + part.past.size() +
                    part.inertial.size() + part.multipliers.size() + 2 * part.tensions.size() +
                    3 * part.spring.size() + part.projection.end.size());
    for (const IterationRecord& step : part.projection.iterations)
      sum += sizeof step + step.contacts.list.size() * sizeof(ContactRecord) +
             step.contacts.layers.size() * sizeof(LayerRecord) +
             bytes_of(step.x.size() + step.multipliers.size()) + step.factor.size() * sizeof(double);
  }
  return sum;
}

}  // namespace isocloth
