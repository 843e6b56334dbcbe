#include <algorithm>

#include "isocloth/dynamics/step_record.hpp"
#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// Times that hands at their force limit are adjusted to it, and linear systems after which they are not.
constexpr int kLimitRounds = 8, kLimitWork = 24;

/// A part within a budget is taken where it ends within this many times the tolerance.
constexpr double kFarOff = 5;

/// A step that does not converge is divided into at most this many times as many parts.
constexpr int kMostDivisions = 8;

/// Linear systems that attempts at one step may take before no other is made, and least ones that each part
/// of the last attempt has, which is taken as it ends.
constexpr int kMostWork = 100, kLeastWork = 15;

/// What to do with a part that does not converge.
enum class Unconverged { stop, go_on, stand_still };

bool is_any(const std::vector<char>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](char flag) { return flag != 0; });
}

/// Along work.normal, by 1 % of the node distance.
void add_unevenness(const ClothModel& model, const StepWorkspace& work, Points& x) {
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    if (!work.held[i]) x.row(i) += model.unevenness[i] * work.normal.row(i);
}

/// Whether the springs of hands push the cloth together: Σ f·(x − middle) < 0.
bool push_inwards(const StepWorkspace& work) {
  const Vec3 middle = work.next.colwise().mean().transpose();
  double sum = 0;
  for (Eigen::Index i = 0; i < work.next.rows(); ++i)
    if (work.grips.holds[i])
      sum += work.grips.force(static_cast<int>(i), work.next).dot(work.next.row(i).transpose() - middle);
  return sum < 0;
}

/// Whether hands that give way press a sheet that is flat; leaves its normals in work.normal.
bool is_pressed_flat(const Step& step, double tolerance) {
  StepWorkspace& work = step.work;
  const LayerContacts* layers = work.contacts.layers();
  if (layers != nullptr && !layers->pairs().pairs().empty()) return false;  // it may not give way unseen
  if (!is_any(work.grips.holds) || !work.projection.is_crushed(kPressedShare * tolerance) ||
      work.projection.is_crushed(kNearlyMissed * tolerance))
    return false;
  if (!push_inwards(work) && !work.projection.is_crushed(kPressedThoughPulled * tolerance)) return false;
  node_normals(step.model.rest, work.next, work.normal);
  const Eigen::RowVector3d first = work.normal.row(0);
  for (Eigen::Index i = 1; i < work.normal.rows(); ++i)
    if ((work.normal.row(i) - first).squaredNorm() > kFlat * kFlat) return false;
  return true;
}

/// From work.next. A sheet that is pressed while exactly flat has no side to give way to: the best it finds
/// in its plane is to crush. Real cloth is never that flat. So where a step ends crushed, it is tried once
/// more from a slightly uneven sheet.
ProjectionReport project(const Step& step, const ProjectionOptions& options, Unconverged then) {
  StepWorkspace& work = step.work;
  const auto attempt = [&] {
    work.contacts.restart();
    return work.projection.project(options, work.load, work.held, work.contacts, work.next,
                                   step.state.multipliers);
  };
  const ProjectionReport first = attempt();
  const bool crushed =
      first.status == StepStatus::infeasible && work.projection.is_crushed(options.tolerance);
  const bool is_pulled = is_any(work.grips.holds) && !push_inwards(work);
  if (!crushed || is_pulled || then == Unconverged::stand_still) return first;
  if (work.record) work.record->begin_again();
  node_normals(step.model.rest, work.next, work.normal);
  add_unevenness(step.model, work, work.next);
  ProjectionReport second = attempt();
  second.iterations += first.iterations;
  return second;
}

/// … with hands that are at their force limit adjusted to it.
ProjectionReport project_within_limits(const Step& step, ProjectionOptions options, Unconverged then) {
  ProjectionReport report = project(step, options, then);
  for (int round = 0; round < kLimitRounds && report.status == StepStatus::converged; ++round) {
    if (then == Unconverged::stand_still) options.max_iterations -= report.iterations;
    if (options.max_iterations < 1 || report.iterations >= kLimitWork || !limit_grips(step)) break;
    if (step.work.record) step.work.record->limit_grips(step.work.grips.stiffness);
    const int iterations = report.iterations;
    report = project(step, options, then);
    report.iterations += iterations;
  }
  return report;
}

double largest_row_at(const Step& step, const Points& x) {
  const int constraints = step.model.rows.pattern().constraint_rows;
  step.model.rows.measure(x, step.work.row_errors);
  return constraints == 0 ? 0.0 : step.work.row_errors.head(constraints).cwiseAbs().maxCoeff();
}

/// Moves the cloth along work.normal, before and after the part: the next step finds it uneven.
double give_way_to_a_side(const Step& step) {
  add_unevenness(step.model, step.work, step.state.x);
  add_unevenness(step.model, step.work, step.work.next);
  add_unevenness(step.model, step.work, step.work.rule.past);  // it has no velocity from that
  return largest_row_at(step, step.work.next);
}

/// The part is not taken: the cloth stays where it is, and feels no obstacle.
ProjectionReport stand_still(const Step& step, int iterations) {
  const auto& [model, grasps, options, state, work] = step;
  work.next = state.x;
  work.rule.past = state.x;                           // v = 0
  state.multipliers = 0.5 * work.before.multipliers;  // the next attempt is not this one again
  work.contacts.restart();
  return {.status = StepStatus::infeasible,
          .iterations = iterations,
          .largest_row = largest_row_at(step, state.x),
          .penetration = work.contacts.find(state.x, work.held)};
}

/// Whether a part that did not converge would throw the cloth: faster than any hand, and than twice what it
/// was.
bool flies_off(const Step& step, double dt) {
  const auto& [model, grasps, options, state, work] = step;
  const double speed = (work.next - state.x).rowwise().norm().maxCoeff() / dt;
  return !(speed <= std::max(kTopSpeed, 2 * state.v.rowwise().norm().maxCoeff()));
}

/// Whether it is at the best compromise that hands which give way leave: no other attempt finds a better one.
bool is_best(const Step& step, const ProjectionReport& projected) {
  return projected.status == StepStatus::infeasible && !is_any(step.work.held);
}

/// The step in equal parts, one after the other.
StepTaken take_in_parts(const Step& step, int parts, const ProjectionOptions& options, Unconverged then) {
  const double dt = step.options.dt / parts;
  StepTaken taken{.parts = parts};
  ProjectionReport& total = taken.projected;
  for (int k = 1; k <= parts; ++k) {
    if (step.work.record) step.work.record->begin_part(step.state, dt);
    predict_step(step, dt, step.end() - (parts - k) * dt);
    if (step.work.record) step.work.record->predict(step.work);
    ProjectionReport part = project_within_limits(step, options, then);
    const bool is_far = !(part.largest_row <= kFarOff * options.tolerance);
    const bool is_finite = part.status != StepStatus::not_finite;
    const bool out_of_budget = then == Unconverged::stand_still && is_finite && is_far;
    const bool refused = is_finite && (out_of_budget || part.crosses() ||
                                       (part.status != StepStatus::converged && flies_off(step, dt)));
    if (out_of_budget) taken.cause = StepCause::budget;
    if (is_finite && part.crosses()) taken.cause = StepCause::layers;
    if (refused) part = stand_still(step, part.iterations);
    taken.refused = taken.refused || refused;
    if (refused && then == Unconverged::stop) part.status = StepStatus::iteration_limit;
    const bool gives_way = part.status == StepStatus::converged && is_pressed_flat(step, options.tolerance);
    if (gives_way) part.largest_row = give_way_to_a_side(step);
    commit_step(step, dt, part);
    if (refused) step.state.past.forget();
    if (out_of_budget || (refused && taken.cause == StepCause::layers)) bring_hands_back(step);
    if (step.work.record) step.work.record->end_part(step.work, step.state, part, refused, gives_way);

    part.iterations += total.iterations;
    part.largest_row = std::max(part.largest_row, total.largest_row);
    const bool converged = part.status == StepStatus::converged;
    if (converged) part.status = total.status;
    total = part;
    const bool goes_on = converged || is_best(step, part) || then != Unconverged::stop;
    if (part.status == StepStatus::not_finite || !goes_on) break;
  }
  taken.elements = measure_elements(step.model, step.state.x, step.work);
  return taken;
}

/// Why a step that did not converge did not, or only with grasps that yield.
StepCause cause_of(const StepWorkspace& work, bool squeezed) {
  const auto presses = [](const Contact& contact) { return contact.force[0] > 0; };
  const std::vector<Contact>& contacts = work.contacts.solved();
  if (squeezed) return StepCause::squeezed;
  if (!is_any(work.held) && !is_any(work.grips.holds)) return StepCause::strained;
  const bool touches = std::any_of(contacts.begin(), contacts.end(), presses);
  return touches ? StepCause::reach_round_obstacle : StepCause::reach;
}

/// Whether the step left an element far off that was not so before: then smaller steps may help.
bool has_distorted(const Step& step, const ElementErrors& elements) {
  if (step.options.projection.method != ProjectionMethod::implicit) return false;
  const auto is_far_off = [&](const ElementErrors& errors, const Points& x) {
    return distortion(step.model, errors, x, step.work) > kMostDistortion;
  };
  const Points& before = step.work.before.x;
  return is_far_off(elements, step.state.x) &&
         !is_far_off(measure_elements(step.model, before, step.work), before);
}

bool is_converged(const StepTaken& taken) { return taken.projected.status == StepStatus::converged; }

bool is_good(const Step& step, const StepTaken& taken) {
  return is_converged(taken) && !has_distorted(step, taken.elements);
}

bool is_worth_dividing(const Step& step, const StepTaken& taken) {
  const StepStatus status = taken.projected.status;
  if (status == StepStatus::converged) return has_distorted(step, taken.elements);
  return status == StepStatus::iteration_limit || status == StepStatus::not_finite;
}

/// Whether grasps that yield do so noticeably: they pulled too far.
bool has_yielded(const Step& step) {
  const GripSprings& grips = step.work.grips;
  for (const Grasp& grasp : step.grasps)
    for (const int node : grasp.nodes)
      if (grasp.grip.is_rigid() && grips.holds[node] &&
          (grips.place.row(node) - step.state.x.row(node)).norm() > kUnnoticedSlip)
        return true;
  return false;
}

/// One attempt after the other, each from the state before.
class Attempts {
 public:
  explicit Attempts(const Step& step) : step_(step) {}

  const StepTaken& taken() const { return taken_; }
  StepTaken take_last(StepCause cause) {
    taken_.cause = cause;
    return taken_;
  }

  void take(int parts, bool yields, Unconverged then) {
    if (begun_) copy_state(step_.work.before, step_.state);
    begun_ = true;
    step_.work.yields = yields;
    if (step_.work.record) step_.work.record->begin_attempt();
    const int iterations = taken_.projected.iterations;
    ProjectionOptions options = step_.options.projection;
    if (then == Unconverged::go_on)
      options.max_iterations = std::min(options.max_iterations, std::max(kLeastWork, kMostWork / parts));
    taken_ = take_in_parts(step_, parts, options, then);
    taken_.projected.iterations += iterations;
  }

  /// In so many parts, then in twice as many, as long as that may help; the last number that converged, where
  /// none does without an element far off.
  void divide(int parts, int most, bool yields, int converged_in = 0) {
    for (; parts <= most && taken_.projected.iterations < kMostWork; parts *= 2) {
      take(parts, yields, Unconverged::stop);
      if (is_converged(taken_)) converged_in = parts;
      if (!is_worth_dividing(step_, taken_)) break;
    }
    if (!is_converged(taken_) && converged_in > 0) take(converged_in, yields, Unconverged::stop);
  }

 private:
  const Step& step_;
  StepTaken taken_{};
  bool begun_ = false;
};

/// Whether rigid grasps still give way because they pulled too far a moment ago.
bool pulled_too_far_before(const Step& step) {
  for (std::size_t g = 0; g < step.grasps.size(); ++g)
    if (step.grasps[g].grip.is_rigid() && step.state.grasps[g].yields_until > step.end()) return true;
  return false;
}

/// Rigid grasps hold as long as the cloth reaches, and yield where it does not. Those that do, or did a
/// moment ago, are not tried as rigid ones in smaller parts: what is out of reach of a grasp that yields is
/// out of reach.
StepTaken take_as_needed(const Step& step, int least) {
  const int most = kMostDivisions * least;
  StepWorkspace& work = step.work;
  Attempts attempts(step);
  bool yields = pulled_too_far_before(step);
  attempts.take(least, yields, Unconverged::stop);
  if (is_good(step, attempts.taken()))
    return attempts.take_last(yields ? cause_of(work, false) : StepCause::none);
  const bool distorts = is_converged(attempts.taken()), squeezed = attempts.taken().projected.squeezed;
  int converged_in = distorts ? least : 0;
  if (is_best(step, attempts.taken().projected)) return attempts.take_last(cause_of(work, squeezed));
  if (yields && (attempts.taken().refused || !has_yielded(step))) {  // it may be back within reach
    attempts.take(least, false, Unconverged::stop);
    if (is_good(step, attempts.taken())) return attempts.take_last(StepCause::none);
  }
  const bool rigid = yields || is_any(work.held), worth_dividing = is_worth_dividing(step, attempts.taken());
  if (rigid && !yields && !distorts) {
    attempts.take(least, true, Unconverged::stop);
    yields = has_yielded(step);
    const bool is_end = is_good(step, attempts.taken()) || is_best(step, attempts.taken().projected);
    if (is_end && (yields || !worth_dividing)) return attempts.take_last(cause_of(work, squeezed));
    if (yields && is_converged(attempts.taken())) converged_in = least;
  }
  if (worth_dividing && !yields) {
    attempts.divide(2 * least, most, false, converged_in);
    if (is_converged(attempts.taken())) return attempts.take_last(StepCause::none);
    converged_in = 0;
  }
  if (rigid) attempts.divide(2 * least, most, true, converged_in);
  if (!is_converged(attempts.taken()) && !is_best(step, attempts.taken().projected))
    attempts.take(least, rigid, Unconverged::go_on);
  const bool stands_still = attempts.taken().cause == StepCause::layers;
  return attempts.take_last(stands_still ? StepCause::layers : cause_of(work, squeezed));
}

/// Whether there is no past to a motion: then Euler's step, with which it begins, is made half as long.
bool starts_in_motion(const Step& step) {
  return step.options.integrator == Integrator::bdf2 && step.state.past.dt == 0 && !step.state.v.isZero(0);
}

}  // namespace

StepTaken take_step(const Step& step) {
  const auto& [model, grasps, options, state, work] = step;
  copy_state(state, work.before);
  const int least =
      std::max(work.contacts.steps_needed(state.x, state.v, options.dt, step.end(), state.obstacles),
               starts_in_motion(step) ? 2 : 1);
  if (options.iteration_budget == 0) return take_as_needed(step, least);

  ProjectionOptions projection = options.projection;
  projection.max_iterations = std::max(1, options.iteration_budget / least);
  work.yields = pulled_too_far_before(step);
  if (work.record) work.record->begin_attempt();
  StepTaken taken = take_in_parts(step, least, projection, Unconverged::stand_still);
  if (taken.cause == StepCause::none && taken.projected.status == StepStatus::infeasible)
    taken.cause = cause_of(work, taken.projected.squeezed);
  return taken;
}

}  // namespace isocloth
