#include "isocloth/dynamics/attempt_step.hpp"

#include <algorithm>

#include "isocloth/dynamics/commit_step.hpp"
#include "isocloth/dynamics/prepare_step.hpp"

namespace isocloth {
namespace {

/// How finely a grasp's way in one step is divided where it slips.
constexpr double kSlipShare = 1.0 / 32;

/// Iterations of an attempt to slip: one that is within reach needs few.
constexpr int kSlipIterations = 12;

/// A step within a budget is taken where it ends within this many times the tolerance.
constexpr double kFarOff = 5;

/// A step that does not converge is divided into at most this many.
constexpr int kMostSubsteps = 8;

/// A sheet that is pressed while exactly flat has no side to give way to: the best it finds in its plane is
/// to crush. Real cloth is never that flat. So where a step ends crushed, it is tried once more from a
/// slightly uneven sheet.
ProjectionReport project(const ClothModel& model, const StepOptions& options, ClothState& state,
                         StepWorkspace& work) {
  const auto attempt = [&] {
    work.contacts.restart();
    return work.projection.project(options.projection, work.load, work.held, work.contacts, work.next,
                                   state.multipliers);
  };
  const ProjectionReport first = attempt();
  const bool crushed =
      first.status == StepStatus::infeasible && work.projection.is_crushed(options.projection.tolerance);
  if (!crushed) return first;
  node_normals(model.rest, work.next, work.normal);
  for (Eigen::Index i = 0; i < work.next.rows(); ++i)
    if (!work.held[i]) work.next.row(i) += model.unevenness[i] * work.normal.row(i);
  ProjectionReport second = attempt();
  second.iterations += first.iterations;
  return second;
}

/// Tries the step with the held nodes at a share of the way to where their grasps want them.
ProjectionReport project_at_share(double share, const ClothModel& model, StepOptions options,
                                  ClothState& state, StepWorkspace& work) {
  options.projection.max_iterations = std::min(options.projection.max_iterations, kSlipIterations);
  work.next = work.wanted;
  for (Eigen::Index i = 0; i < work.next.rows(); ++i)
    if (work.held[i]) work.next.row(i) = state.x.row(i) + share * (work.wanted.row(i) - state.x.row(i));
  state.multipliers = work.before.multipliers;
  return project(model, options, state, work);
}

bool is_slipping(const ClothState& state) {
  return std::any_of(state.grasps.begin(), state.grasps.end(),
                     [](const GraspState& g) { return g.slipping; });
}

/// Lets the grasps slip: halves the interval between a share of their way that is known to be too far and one
/// that is not.
ProjectionReport project_with_slip(const ClothModel& model, const StepOptions& options, ClothState& state,
                                   StepWorkspace& work) {
  ProjectionReport report;
  int iterations = 0;
  const auto attempt = [&](double share) {
    report = project_at_share(share, model, options, state, work);
    iterations += report.iterations;
    return report.status == StepStatus::converged;
  };
  double reached = 0, too_far = 1, share = kSlipShare;
  for (; too_far - reached > kSlipShare; share = (reached + too_far) / 2)
    (attempt(share) ? reached : too_far) = share;
  attempt(reached);
  report.iterations = iterations;
  if (report.status == StepStatus::converged) report.status = StepStatus::infeasible;
  return report;
}

enum class Unconverged { stop, go_on };

/// Takes the step in `count` smaller ones, all but the last committed. Where one of them does not converge,
/// stops or makes do with it; false then.
bool project_in_substeps(int count, Unconverged then, const ClothModel& model,
                         const std::vector<Grasp>& grasps, const StepOptions& options, ClothState& state,
                         StepWorkspace& work, StepReport& report, ProjectionReport& projected) {
  const double dt = options.dt / count, end = static_cast<double>(state.step + 1) * options.dt;
  int iterations = projected.iterations;
  StepStatus worst = StepStatus::converged;
  double largest_row = 0;
  for (int k = 1; k <= count; ++k) {
    prepare_step(model, grasps, dt, end - (count - k) * dt, state, work);
    projected = project(model, options, state, work);
    iterations += projected.iterations;
    largest_row = std::max(largest_row, projected.largest_row);
    if (projected.status != StepStatus::converged) worst = projected.status;
    if (worst == StepStatus::not_finite || (worst != StepStatus::converged && then == Unconverged::stop))
      break;
    if (k == count) break;
    commit_step(dt, work, state);
    forget_unsettled_forces(model, options, projected, state, work);
  }
  projected.iterations = iterations;
  projected.largest_row = largest_row;
  projected.status = worst;
  report.substeps = count;
  return worst == StepStatus::converged;
}

/// The step is not taken: the cloth stays where it is, and feels no obstacle.
ProjectionReport stand_still(const ClothModel& model, int iterations, ClothState& state,
                             StepWorkspace& work) {
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

}  // namespace

ProjectionReport project_adaptively(const ClothModel& model, const std::vector<Grasp>& grasps,
                                    const StepOptions& options, ClothState& state, StepWorkspace& work,
                                    StepReport& report) {
  const double end = static_cast<double>(state.step + 1) * options.dt;
  remember(state, work.before);
  prepare_step(model, grasps, options.dt, end, state, work);
  work.wanted = work.next;
  const int needed = work.contacts.steps_needed(state.x, state.v, options.dt);
  ProjectionReport projected{.status = StepStatus::iteration_limit};
  if (needed == 1)
    projected = is_slipping(state) ? project_at_share(1, model, options, state, work)  // likely to go on
                                   : project(model, options, state, work);
  for (int count = needed == 1 ? 2 : needed;
       count <= kMostSubsteps * needed &&
       (projected.status == StepStatus::iteration_limit || projected.status == StepStatus::not_finite);
       count *= 2) {
    go_back(work.before, state);
    if (project_in_substeps(count, Unconverged::stop, model, grasps, options, state, work, report, projected))
      return projected;
  }
  if (projected.status == StepStatus::converged) return projected;

  const bool holds = std::any_of(work.held.begin(), work.held.end(), [](char held) { return held != 0; });
  if (needed > 1 || !holds) {
    if (report.substeps == 1) return projected;
    go_back(work.before, state);
    project_in_substeps(needed, Unconverged::go_on, model, grasps, options, state, work, report, projected);
    return projected;
  }
  if (report.substeps > 1) {
    go_back(work.before, state);
    prepare_step(model, grasps, options.dt, end, state, work);
    work.wanted = work.next;
    report.substeps = 1;
  }
  const int iterations = projected.iterations;
  projected = project_with_slip(model, options, state, work);
  projected.iterations += iterations;
  return projected;
}

ProjectionReport project_within_budget(const ClothModel& model, const std::vector<Grasp>& grasps,
                                       const StepOptions& options, ClothState& state, StepWorkspace& work) {
  remember(state, work.before);
  prepare_step(model, grasps, options.dt, static_cast<double>(state.step + 1) * options.dt, state, work);
  ProjectionOptions projection = options.projection;
  projection.max_iterations = options.iteration_budget;
  const ProjectionReport report =
      work.projection.project(projection, work.load, work.held, work.contacts, work.next, state.multipliers);
  const bool is_near = report.largest_row <= kFarOff * projection.tolerance;
  if (report.status == StepStatus::not_finite || is_near) return report;
  return stand_still(model, report.iterations, state, work);
}

}  // namespace isocloth
