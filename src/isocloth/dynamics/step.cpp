#include "isocloth/dynamics/step.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

/// Keeps 0/0 away where a row has neither stiffness nor viscosity.
constexpr double kTiny = std::numeric_limits<double>::min();

/// How finely a grasp's way in one step is divided where it slips.
constexpr double kSlipShare = 1.0 / 32;

/// Iterations of an attempt to slip: one that is within reach needs few.
constexpr int kSlipIterations = 12;

NodeMatrix diagonal(const Vector& values) {
  NodeMatrix result(values.size(), values.size());
  for (Eigen::Index i = 0; i < values.size(); ++i) result.insert(i, i) = values[i];
  result.makeCompressed();
  return result;
}

NodeMatrix metric_of(const ClothModel& model, double dt) {
  const Material& m = model.material;
  NodeMatrix metric = diagonal((m.density + dt * m.damping) / (dt * dt) * model.node_area) +
                      (m.bending_damping / dt + m.bending) * model.bending;
  metric.makeCompressed();
  return metric;
}

/// Which nodes are held during the step, and where they are at its end.
void move_grasps(const std::vector<Grasp>& grasps, double dt, ClothState& state, StepWorkspace& work) {
  const double end = static_cast<double>(state.step + 1) * dt;
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
    if (!grasp.motion.relative) shift -= hold.anchor.row(0).transpose();
    for (std::size_t i = 0; i < grasp.nodes.size(); ++i) {
      work.held[grasp.nodes[i]] = 1;
      work.next.row(grasp.nodes[i]) = hold.anchor.row(static_cast<Eigen::Index>(i)) + shift.transpose();
    }
  }
}

/// The load f, and x + dt v as first guess of the free nodes.
void predict_free_motion(double dt, const ClothState& state, StepWorkspace& work) {
  work.next = state.x + dt * state.v;
  work.load = work.weight;
  work.load.noalias() += work.inertia * work.next;
  work.load.noalias() += work.resistance * state.x;
}

/// A sheet that is pressed while exactly flat has no side to give way to: the best it finds in its plane is
/// to crush. Real cloth is never that flat. So where a step ends crushed, it is tried once more from a
/// slightly uneven sheet.
ProjectionReport project(const ClothModel& model, const StepOptions& options, ClothState& state,
                         StepWorkspace& work) {
  const auto attempt = [&] {
    return work.projection.project(options.projection, work.load, work.held, state.x, work.next,
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
  state.multipliers = work.multipliers;
  return project(model, options, state, work);
}

/// Lets the grasps slip: halves the interval between a share of their way that is known to be too far and one
/// that is not.
ProjectionReport project_with_slip(const ClothModel& model, const StepOptions& options, ClothState& state,
                                   StepWorkspace& work) {
  work.wanted = work.next;
  work.multipliers = state.multipliers;
  const bool slipping =
      std::any_of(state.grasps.begin(), state.grasps.end(), [](const GraspState& g) { return g.slipping; });
  ProjectionReport report =
      slipping ? project_at_share(1, model, options, state, work)  // likely to go on: try briefly
               : project(model, options, state, work);
  const bool holds = std::any_of(work.held.begin(), work.held.end(), [](char held) { return held != 0; });
  if (report.status == StepStatus::converged || !holds) return report;

  int iterations = report.iterations;
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

/// Notes which grasps slipped, and returns by how much at most [m].
double note_slip(const std::vector<Grasp>& grasps, const StepWorkspace& work, ClothState& state) {
  double largest = 0;
  for (std::size_t g = 0; g < grasps.size(); ++g) {
    double slip = 0;
    for (const int node : grasps[g].nodes)
      if (state.grasps[g].holding)
        slip = std::max(slip, (work.wanted.row(node) - work.next.row(node)).norm());
    state.grasps[g].slipping = slip > 0;
    largest = std::max(largest, slip);
  }
  return largest;
}

void commit(double dt, const StepWorkspace& work, ClothState& state) {
  state.v = (work.next - state.x) / dt;
  state.x = work.next;
}

}  // namespace

std::optional<std::string> StepOptions::problem() const {
  if (!(dt > 0) || !std::isfinite(dt)) return "dt must be above 0 s, got " + to_text(dt);
  if (!gravity.allFinite()) return "gravity must be finite";
  return projection.problem();
}

StepWorkspace::StepWorkspace(const ClothModel& model, const StepOptions& options)
    : inertia(diagonal(model.material.density / (options.dt * options.dt) * model.node_area)),
      resistance(diagonal(model.material.damping / options.dt * model.node_area) +
                 model.material.bending_damping / options.dt * model.bending),
      metric(metric_of(model, options.dt)),
      row_stiffness(model.row_stiffness + model.row_viscosity / options.dt),
      row_memory((model.row_viscosity / options.dt).cwiseQuotient(row_stiffness.cwiseMax(kTiny))),
      projection(model.rows, row_stiffness, row_memory, metric),
      weight(model.material.virtual_mass * model.node_area * options.gravity.transpose()),
      load(weight),
      next(weight),
      outside_force(Points::Zero(weight.rows(), 3)),
      normal(outside_force),
      wanted(outside_force),
      multipliers(Vector::Zero(model.rows.pattern().row_count())),
      held(weight.rows(), 0),
      element_area(model.element_area) {}

StepReport advance(const ClothModel& model, const std::vector<Grasp>& grasps, const StepOptions& options,
                   ClothState& state, StepWorkspace& work) {
  predict_free_motion(options.dt, state, work);
  move_grasps(grasps, options.dt, state, work);
  const ProjectionReport projected = project_with_slip(model, options, state, work);
  StepReport report{.status = projected.status, .iterations = projected.iterations};
  state.time = static_cast<double>(++state.step) * options.dt;
  if (report.status == StepStatus::not_finite) {  // stand still rather than carry nonsense on
    state.v.setZero();
    state.multipliers.setZero();
    return report;
  }
  work.projection.outside_force(work.load, work.next, state.multipliers, work.outside_force);
  commit(options.dt, work, state);
  report.metric_error = projected.largest_row;
  report.grasp_slip = note_slip(grasps, work, state);
  element_areas(model.rest, state.x, work.element_area);
  report.area = area_error(work.element_area, model.element_area);
  return report;
}

Vec3 grasp_force(const Grasp& grasp, const GraspState& state, const StepWorkspace& work) {
  Vec3 force = Vec3::Zero();
  if (!state.holding) return force;
  for (const int node : grasp.nodes) force += work.outside_force.row(node).transpose();
  return force;
}

}  // namespace isocloth
