#include "isocloth/dynamics/step.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

/// How finely a grasp's way in one step is divided where it slips.
constexpr double kSlipShare = 1.0 / 32;

/// Iterations of an attempt to slip: one that is within reach needs few.
constexpr int kSlipIterations = 12;

/// A step within a budget is taken where it ends within this many times the tolerance.
constexpr double kFarOff = 5;

/// Grasps that an obstacle keeps further than this from where they should be make a step infeasible [m].
constexpr double kUnnoticedSlip = 1e-4;

/// Speed at which nodes that an obstacle kept from their grasp come back to it, beyond the grasp's own [m/s].
constexpr double kCatchUpSpeed = 0.25;

/// A step that does not converge is divided into at most this many.
constexpr int kMostSubsteps = 8;

/// A = [(ρ + dt α) M + (dt β + dt² κ) K] / dt².
void set_metric(const Material& m, double dt, StepWorkspace& work) {
  const double area = (m.density + dt * m.damping) / (dt * dt), bending = m.bending_damping / dt + m.bending;
  Eigen::Map<Vector>(work.metric.valuePtr(), work.metric.nonZeros()) =
      area * work.metric_area + bending * work.metric_bending;
}

/// Grasps are point loads: rows that depend on a held node are this much stiffer.
constexpr double kPointLoadShare = 10;

/// The law of the constraints for the nodes that are held now.
void stiffen_around_held(const ClothModel& model, StepWorkspace& work) {
  if (work.held == work.held_before) return;
  work.held_before = work.held;
  const RowPattern& pattern = model.rows.pattern();
  for (int g = 0; g < pattern.constraint_groups; ++g) {
    const bool holds = std::any_of(pattern.nodes.begin() + pattern.node_begin[g],
                                   pattern.nodes.begin() + pattern.node_begin[g + 1],
                                   [&](int node) { return work.held[node] != 0; });
    for (int r = pattern.row_begin[g]; r < pattern.row_begin[g + 1]; ++r)
      work.law.stiffness[r] = (holds ? kPointLoadShare : 1) * model.law.stiffness[r];
  }
}

/// Where the held nodes go: to their targets, but not into obstacles, and from there back at a walk: the
/// nearest way out of a thin obstacle may change sides from one step to the next.
void keep_outside(const Grasp& grasp, double most, const Points& x, GraspState& hold, StepWorkspace& work) {
  bool behind = false;
  for (const int node : grasp.nodes) {
    const Vec3 target = work.target.row(node).transpose(), from = x.row(node).transpose();
    Vec3 to = work.contacts.pushed_out(target);
    const bool is_kept_out = to != target;
    const double way = (to - from).norm();
    if ((is_kept_out || hold.catching_up) && way > most) {
      to = work.contacts.pushed_out(from + most / way * (to - from));
      behind = true;
    }
    behind = behind || is_kept_out;
    work.next.row(node) = to.transpose();
  }
  hold.catching_up = behind;
}

/// Which nodes are held during the step, and where they are at its end.
void move_grasps(const std::vector<Grasp>& grasps, double end, double dt, ClothState& state,
                 StepWorkspace& work) {
  std::fill(work.held.begin(), work.held.end(), 0);
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    const Grasp& grasp = grasps[g];
    GraspState& hold = state.grasps[g];
    const bool takes_hold = !hold.holding;
    hold.holding = holds_at(grasp, end, dt);
    if (!hold.holding) continue;
    for (std::size_t i = 0; takes_hold && i < grasp.nodes.size(); ++i)
      hold.anchor.row(static_cast<Eigen::Index>(i)) = state.x.row(grasp.nodes[i]);
    Vec3 shift = grasp.motion.path(end);
    const double speed = kCatchUpSpeed + (shift - grasp.motion.path(end - dt)).norm() / dt;
    if (!grasp.motion.relative) shift -= hold.anchor.row(0).transpose();
    for (std::size_t i = 0; i < grasp.nodes.size(); ++i) {
      work.held[grasp.nodes[i]] = 1;
      work.target.row(grasp.nodes[i]) = hold.anchor.row(static_cast<Eigen::Index>(i)) + shift.transpose();
    }
    keep_outside(grasp, speed * dt, state.x, hold, work);
  }
}

/// The load f, and x + dt v as first guess of the free nodes.
void predict_free_motion(const ClothModel& model, double dt, const ClothState& state, StepWorkspace& work) {
  const Material& m = model.material;
  work.next = state.x + dt * state.v;
  work.load = work.weight +
              model.node_area.asDiagonal() * (m.density / (dt * dt) * work.next + m.damping / dt * state.x);
  if (m.bending_damping > 0) work.load += m.bending_damping / dt * (model.bending * state.x);
}

/// Metric, springs, load, first guess, obstacles and grasps of a step of dt that ends at `end`.
void prepare(const ClothModel& model, const std::vector<Grasp>& grasps, double dt, double end,
             ClothState& state, StepWorkspace& work) {
  const RowPattern& pattern = model.rows.pattern();
  set_metric(model.material, dt, work);
  model.rows.measure_groups(pattern.constraint_groups, pattern.group_count(), state.x, work.row_errors);
  model.springs.update(dt, state.multipliers, work.row_errors, state.tensions, work.law);
  predict_free_motion(model, dt, state, work);
  work.contacts.begin_step(state.x, end - dt, end, state.contacts);
  move_grasps(grasps, end, dt, state, work);
  stiffen_around_held(model, work);
}

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

void remember(const ClothState& state, ClothState& before) {
  before.x = state.x;
  before.v = state.v;
  before.multipliers = state.multipliers;
  before.tensions = state.tensions;
  before.contacts = state.contacts;
  before.grasps.resize(state.grasps.size());
  for (std::size_t g = 0; g < state.grasps.size(); ++g) {
    before.grasps[g].holding = state.grasps[g].holding;
    before.grasps[g].catching_up = state.grasps[g].catching_up;
  }
}

void go_back(const ClothState& before, ClothState& state) {
  state.x = before.x;
  state.v = before.v;
  state.multipliers = before.multipliers;
  state.tensions = before.tensions;
  state.contacts = before.contacts;
  for (std::size_t g = 0; g < state.grasps.size(); ++g) {
    state.grasps[g].holding = before.grasps[g].holding;
    state.grasps[g].catching_up = before.grasps[g].catching_up;
  }
}

void commit(double dt, const StepWorkspace& work, ClothState& state) {
  state.v = (work.next - state.x) / dt;
  state.x = work.next;
  work.contacts.remember(state.contacts);
}

/// Multipliers of a step that did not converge may be many times what any row pulls with where it ended, and
/// rows that depend on each other (a taut line) can carry that on for ever. None may be larger than its row's
/// own law says.
void limit_multipliers(const ClothModel& model, ClothState& state, StepWorkspace& work) {
  model.rows.measure(work.next, work.row_errors);
  linearize_at_errors(work.law, model.rows.pattern().constraint_rows, work.row_errors, work.end_law);
  const auto most = work.end_law.pull.cwiseAbs();
  state.multipliers = state.multipliers.cwiseMin(most).cwiseMax(-most);
}

/// What a hard step leaves to the next one. Rows that end at the tolerance pull far more than the cloth
/// weighs, where the projection had to search: the next step begins with no more than this one began with.
void forget_unsettled_forces(const ClothModel& model, const StepOptions& options,
                             const ProjectionReport& projected, ClothState& state, StepWorkspace& work) {
  if (projected.searched) {
    const auto most = work.before.multipliers.cwiseAbs();
    state.multipliers = state.multipliers.cwiseMin(most).cwiseMax(-most);
  }
  if (projected.status == StepStatus::iteration_limit &&
      options.projection.method == ProjectionMethod::implicit)
    limit_multipliers(model, state, work);
  if (projected.status != StepStatus::converged) state.contacts.clear();
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
    prepare(model, grasps, dt, end - (count - k) * dt, state, work);
    projected = project(model, options, state, work);
    iterations += projected.iterations;
    largest_row = std::max(largest_row, projected.largest_row);
    if (projected.status != StepStatus::converged) worst = projected.status;
    if (worst == StepStatus::not_finite || (worst != StepStatus::converged && then == Unconverged::stop))
      break;
    if (k == count) break;
    commit(dt, work, state);
    forget_unsettled_forces(model, options, projected, state, work);
  }
  projected.iterations = iterations;
  projected.largest_row = largest_row;
  projected.status = worst;
  report.substeps = count;
  return worst == StepStatus::converged;
}

/// Projects the step at hand; where that fails, in smaller steps, or with grasps that slip. Returns what it
/// took and leaves the last (sub-)step to be committed.
ProjectionReport project_adaptively(const ClothModel& model, const std::vector<Grasp>& grasps,
                                    const StepOptions& options, ClothState& state, StepWorkspace& work,
                                    StepReport& report) {
  const double end = static_cast<double>(state.step + 1) * options.dt;
  remember(state, work.before);
  prepare(model, grasps, options.dt, end, state, work);
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
    prepare(model, grasps, options.dt, end, state, work);
    work.wanted = work.next;
    report.substeps = 1;
  }
  const int iterations = projected.iterations;
  projected = project_with_slip(model, options, state, work);
  projected.iterations += iterations;
  return projected;
}

/// Projects the step at hand within the budget. Where that ends far from the tolerance, as with grasps that
/// pull too far, the cloth stands still for the step and the grasps slip.
ProjectionReport project_within_budget(const ClothModel& model, const std::vector<Grasp>& grasps,
                                       const StepOptions& options, ClothState& state, StepWorkspace& work) {
  prepare(model, grasps, options.dt, static_cast<double>(state.step + 1) * options.dt, state, work);
  work.wanted = work.next;
  ProjectionOptions projection = options.projection;
  projection.max_iterations = options.iteration_budget;
  remember(state, work.before);
  ProjectionReport report =
      work.projection.project(projection, work.load, work.held, work.contacts, work.next, state.multipliers);
  if (report.status == StepStatus::not_finite || report.largest_row <= kFarOff * projection.tolerance)
    return report;
  const int constraints = model.rows.pattern().constraint_rows;
  work.next = state.x;
  state.multipliers = work.before.multipliers;
  model.rows.measure(state.x, work.row_errors);
  report.largest_row = constraints == 0 ? 0.0 : work.row_errors.head(constraints).cwiseAbs().maxCoeff();
  report.status = StepStatus::infeasible;
  return report;
}

void find_outside_force(const ClothState& state, StepWorkspace& work) {
  work.projection.outside_force(work.load, state.x, state.multipliers, work.outside_force);
  work.contacts.add_forces(-1, work.outside_force);
  work.force_is_known = true;
}

/// Notes which grasps slipped, and returns by how much at most [m].
double note_slip(const std::vector<Grasp>& grasps, const StepWorkspace& work, ClothState& state) {
  double largest = 0;
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    double slip = 0;
    for (const int node : grasps[g].nodes)
      if (state.grasps[g].holding)
        slip = std::max(slip, (work.target.row(node) - work.next.row(node)).norm());
    state.grasps[g].slipping = slip > 0;
    largest = std::max(largest, slip);
  }
  return largest;
}

}  // namespace

std::optional<std::string> StepOptions::problem() const {
  if (!(dt > 0) || !std::isfinite(dt)) return "dt must be above 0 s, got " + to_text(dt);
  if (!gravity.allFinite()) return "gravity must be finite";
  if (iteration_budget < 0)
    return "iteration_budget must be at least 0, got " + std::to_string(iteration_budget);
  if (threads < 1 || threads > Threads::kMost)
    return "threads must be between 1 and " + std::to_string(Threads::kMost) + ", got " +
           std::to_string(threads);
  return projection.problem();
}

namespace {

/// Where A has entries: on the diagonal, and where bending couples nodes.
NodeMatrix metric_pattern(const ClothModel& model) {
  NodeMatrix pattern = model.bending;
  for (Eigen::Index i = 0; i < pattern.rows(); ++i) pattern.coeffRef(i, i) += 0.0;
  pattern.makeCompressed();
  return pattern;
}

/// The diagonal matrix with these entries, on the pattern of another.
Vector diagonal_on(const NodeMatrix& pattern, const Vector& diagonal) {
  Vector values = Vector::Zero(pattern.nonZeros());
  Eigen::Index k = 0;
  for (Eigen::Index i = 0; i < pattern.rows(); ++i)
    for (NodeMatrix::InnerIterator entry(pattern, i); entry; ++entry, ++k)
      if (entry.col() == i) values[k] = diagonal[i];
  return values;
}

}  // namespace

StepWorkspace::StepWorkspace(const ClothModel& model, const StepOptions& options)
    : threads(options.threads),
      metric(metric_pattern(model)),
      metric_area(diagonal_on(metric, model.node_area)),
      metric_bending(Eigen::Map<const Vector>(metric.valuePtr(), metric.nonZeros())),
      law(model.law),
      projection(model.rows, law, metric, threads),
      contacts(model.rest, model.topology, model.material.thickness),
      weight(model.material.virtual_mass * model.node_area * options.gravity.transpose()),
      load(weight),
      next(weight),
      normal(Points::Zero(weight.rows(), 3)),
      wanted(normal),
      target(normal),
      row_errors(Vector::Zero(model.rows.pattern().row_count())),
      end_law(row_errors.size()),
      held(weight.rows(), 0),
      held_before(held),
      element_area(model.element_area),
      outside_force(normal),
      contact_force(normal) {
  before.x = before.v = normal;
  before.multipliers = row_errors;
  before.tensions = Vector::Zero(model.rest.element_count());
}

StepReport advance(const ClothModel& model, const std::vector<Grasp>& grasps, const StepOptions& options,
                   ClothState& state, StepWorkspace& work) {
  StepReport report;
  const ProjectionReport projected = options.iteration_budget > 0
                                         ? project_within_budget(model, grasps, options, state, work)
                                         : project_adaptively(model, grasps, options, state, work, report);
  report.status = projected.status;
  report.iterations = projected.iterations;
  work.force_is_known = false;
  state.time = static_cast<double>(++state.step) * options.dt;
  if (report.status == StepStatus::not_finite) {  // stand still rather than carry nonsense on
    state.v.setZero();
    state.multipliers.setZero();
    return report;
  }
  commit(options.dt / report.substeps, work, state);
  if (projected.searched) find_outside_force(state, work);
  forget_unsettled_forces(model, options, projected, state, work);
  report.metric_error = projected.largest_row;
  report.node_penetration = projected.penetration.nodes;
  report.surface_penetration = projected.penetration.surface;
  report.contact_residual = projected.contact_residual;
  report.grasp_slip = note_slip(grasps, work, state);
  if (report.status == StepStatus::converged && report.grasp_slip > kUnnoticedSlip)
    report.status = StepStatus::infeasible;
  element_areas(model.rest, state.x, work.element_area);
  report.area = area_error(work.element_area, model.element_area);
  return report;
}

Vec3 grasp_force(const Grasp& grasp, int index, const ClothState& state, StepWorkspace& work) {
  Vec3 force = Vec3::Zero();
  if (!state.grasps[index].holding) return force;
  if (!work.force_is_known) find_outside_force(state, work);
  for (const int node : grasp.nodes) force += work.outside_force.row(node).transpose();
  return force;
}

ObstacleLoad obstacle_load(int obstacle, const ClothState& state, const StepWorkspace& work) {
  ObstacleLoad load;
  for (const Contact& c : work.contacts.solved()) {
    if (c.obstacle != obstacle || c.force[0] <= 0) continue;
    const Vec3 force = c.frame.transpose() * c.force;
    load.force += force;
    load.torque += (c.point.at(state.x) - work.contacts.pose(obstacle).translation).cross(force);
  }
  return load;
}

void list_contact_forces(const ClothState& state, const StepWorkspace& work,
                         std::vector<ContactForce>& list) {
  list.clear();
  for (const Contact& c : work.contacts.solved())
    if (c.force[0] > 0)
      list.push_back({c.obstacle, c.point.at(state.x), c.frame.row(0).transpose(), c.force[0],
                      c.frame.bottomRows<2>().transpose() * c.force.tail<2>()});
}

}  // namespace isocloth
