#include <algorithm>

#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// How finely a grasp's way in one step is divided where it slips.
constexpr double kSlipShare = 1.0 / 32;

/// Iterations of an attempt to slip: one that is within reach needs few.
constexpr int kSlipIterations = 12;

/// A part within a budget is taken where it ends within this many times the tolerance.
constexpr double kFarOff = 5;

/// A step that does not converge is divided into at most this many times as many parts.
constexpr int kMostDivisions = 8;

/// What to do with a part that does not converge.
enum class Unconverged { stop, go_on, stand_still };

bool holds_any(const StepWorkspace& work) {
  return std::any_of(work.held.begin(), work.held.end(), [](char held) { return held != 0; });
}

/// From work.next. A sheet that is pressed while exactly flat has no side to give way to: the best it finds
/// in its plane is to crush. Real cloth is never that flat. So where a step ends crushed, it is tried once
/// more from a slightly uneven sheet.
ProjectionReport project(const Step& step, const ProjectionOptions& options, Unconverged then) {
  const auto& [model, grasps, all_options, state, work] = step;
  const auto attempt = [&] {
    work.contacts.restart();
    return work.projection.project(options, work.load, work.held, work.contacts, work.next,
                                   state.multipliers);
  };
  const ProjectionReport first = attempt();
  const bool crushed =
      first.status == StepStatus::infeasible && work.projection.is_crushed(options.tolerance);
  if (!crushed || then == Unconverged::stand_still) return first;
  node_normals(model.rest, work.next, work.normal);
  for (Eigen::Index i = 0; i < work.next.rows(); ++i)
    if (!work.held[i]) work.next.row(i) += model.unevenness[i] * work.normal.row(i);
  ProjectionReport second = attempt();
  second.iterations += first.iterations;
  return second;
}

/// The part is not taken: the cloth stays where it is, and feels no obstacle.
ProjectionReport stand_still(const Step& step, int iterations) {
  const auto& [model, grasps, options, state, work] = step;
  const int constraints = model.rows.pattern().constraint_rows;
  work.next = state.x;
  state.multipliers = work.before.multipliers;
  model.rows.measure(state.x, work.row_errors);
  work.contacts.restart();
  return {.status = StepStatus::infeasible,
          .iterations = iterations,
          .largest_row = constraints == 0 ? 0.0 : work.row_errors.head(constraints).cwiseAbs().maxCoeff(),
          .penetration = work.contacts.find(state.x, work.held)};
}

/// The step in equal parts, one after the other.
StepTaken take_in_parts(const Step& step, int parts, const ProjectionOptions& options, Unconverged then) {
  const double dt = step.options.dt / parts;
  StepTaken taken{.parts = parts};
  ProjectionReport& total = taken.projected;
  for (int k = 1; k <= parts; ++k) {
    predict_step(step, dt, step.end() - (parts - k) * dt);
    ProjectionReport part = project(step, options, then);
    const bool is_far = !(part.largest_row <= kFarOff * options.tolerance);
    if (then == Unconverged::stand_still && part.status != StepStatus::not_finite && is_far) {
      part = stand_still(step, part.iterations);
      taken.cause = StepCause::budget;
    }
    commit_step(step, dt, part);

    part.iterations += total.iterations;
    part.largest_row = std::max(part.largest_row, total.largest_row);
    const bool converged = part.status == StepStatus::converged;
    if (converged) part.status = total.status;
    total = part;
    if (part.status == StepStatus::not_finite || (!converged && then == Unconverged::stop)) break;
  }
  taken.elements = measure_elements(step.model, step.state.x, step.work);
  return taken;
}

/// Tries the whole step with the held nodes at a share of the way to where their grasps want them.
ProjectionReport project_at_share(const Step& step, double share, const ProjectionOptions& options) {
  const auto& [model, grasps, all_options, state, work] = step;
  work.next = work.wanted;
  for (Eigen::Index i = 0; i < work.next.rows(); ++i)
    if (work.held[i]) work.next.row(i) = state.x.row(i) + share * (work.wanted.row(i) - state.x.row(i));
  state.multipliers = work.before.multipliers;
  return project(step, options, Unconverged::stop);
}

ProjectionOptions for_slipping(ProjectionOptions options) {
  options.max_iterations = std::min(options.max_iterations, kSlipIterations);
  return options;
}

/// Lets the grasps slip: halves the interval between a share of their way that is known to be too far and one
/// that is not.
StepTaken take_with_slip(const Step& step) {
  const ProjectionOptions options = for_slipping(step.options.projection);
  predict_step(step, step.options.dt, step.end());
  step.work.wanted = step.work.next;
  ProjectionReport report;
  int iterations = 0;
  const auto attempt = [&](double share) {
    report = project_at_share(step, share, options);
    iterations += report.iterations;
    return report.status == StepStatus::converged;
  };
  double reached = 0, too_far = 1, share = kSlipShare;
  for (; too_far - reached > kSlipShare; share = (reached + too_far) / 2)
    (attempt(share) ? reached : too_far) = share;
  attempt(reached);
  report.iterations = iterations;
  if (report.status == StepStatus::converged) report.status = StepStatus::infeasible;
  commit_step(step, step.options.dt, report);
  return {.projected = report, .elements = measure_elements(step.model, step.state.x, step.work)};
}

/// Why a step that did not converge did not.
StepCause cause_of(const StepWorkspace& work, bool squeezed) {
  const auto presses = [](const Contact& contact) { return contact.force[0] > 0; };
  const std::vector<Contact>& contacts = work.contacts.solved();
  if (squeezed) return StepCause::squeezed;
  if (!holds_any(work)) return StepCause::strained;
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

bool is_worth_dividing(const Step& step, const StepTaken& taken) {
  const StepStatus status = taken.projected.status;
  if (status == StepStatus::converged) return has_distorted(step, taken.elements);
  return status == StepStatus::iteration_limit || status == StepStatus::not_finite;
}

/// Once more from the state before; iterations add up.
template <class Take>
void take_again(const Step& step, StepTaken& taken, const Take& take) {
  copy_state(step.work.before, step.state);
  const int iterations = taken.projected.iterations;
  taken = take();
  taken.projected.iterations += iterations;
}

StepTaken take_as_needed(const Step& step, int least) {
  const auto& [model, grasps, options, state, work] = step;
  const bool slips = least == 1 && std::any_of(state.grasps.begin(), state.grasps.end(),
                                               [](const GraspState& g) { return g.slipping; });
  StepTaken taken = take_in_parts(step, least, slips ? for_slipping(options.projection) : options.projection,
                                  Unconverged::stop);
  const auto take = [&](int parts, Unconverged then) {
    take_again(step, taken, [&] { return take_in_parts(step, parts, step.options.projection, then); });
  };
  int converged_in = 0;  // parts, though with an element far off
  while (taken.parts < kMostDivisions * least && is_worth_dividing(step, taken)) {
    if (taken.projected.status == StepStatus::converged) converged_in = taken.parts;
    take(2 * taken.parts, Unconverged::stop);
  }
  if (taken.projected.status != StepStatus::converged && converged_in > 0)
    take(converged_in, Unconverged::stop);
  if (taken.projected.status == StepStatus::converged) return taken;

  const bool squeezed = taken.projected.squeezed;
  if (least == 1 && holds_any(work))
    take_again(step, taken, [&] { return take_with_slip(step); });
  else if (taken.parts > 1)
    take(least, Unconverged::go_on);
  taken.cause = cause_of(work, squeezed);
  return taken;
}

}  // namespace

StepTaken take_step(const Step& step) {
  const auto& [model, grasps, options, state, work] = step;
  copy_state(state, work.before);
  const int least = work.contacts.steps_needed(state.x, state.v, options.dt, step.end());
  if (options.iteration_budget == 0) return take_as_needed(step, least);

  ProjectionOptions projection = options.projection;
  projection.max_iterations = std::max(1, options.iteration_budget / least);
  StepTaken taken = take_in_parts(step, least, projection, Unconverged::stand_still);
  if (taken.cause == StepCause::none && taken.projected.status == StepStatus::infeasible)
    taken.cause = cause_of(work, taken.projected.squeezed);
  return taken;
}

}  // namespace isocloth
