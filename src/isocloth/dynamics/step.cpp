#include "isocloth/dynamics/step.hpp"

#include <cmath>
#include <limits>
#include <span>

#include "isocloth/dynamics/step_stages.hpp"

namespace isocloth {
namespace {

/// Stands still rather than carry nonsense on; all errors are as large as can be.
void refuse_step(const Step& step, StepReport& report) {
  constexpr double kUnknown = std::numeric_limits<double>::infinity();
  copy_state(step.work.before, step.state);
  step.state.v.setZero();
  step.state.past.forget();
  for (ObstacleState& finger : step.state.obstacles) finger.velocity = 0;
  step.state.multipliers.setZero();
  step.state.contacts.clear();
  step.state.layers.clear();
  step.work.contacts.restart();
  report.metric_error = report.edge_error = report.contact_residual = kUnknown;
  report.area = {kUnknown, kUnknown, kUnknown, kUnknown};
}

/// Where rows are met, but the cloth is not as it should be.
void judge(const Step& step, const StepTaken& taken, const Slipped& slipped, StepReport& report) {
  const bool is_met = report.status == StepStatus::converged,
             is_out_of_budget = report.cause == StepCause::budget;
  if (taken.projected.penetration.sunk && (is_met || report.status == StepStatus::infeasible) &&
      !is_out_of_budget) {
    report.status = StepStatus::infeasible;
    report.cause = StepCause::began_inside;
    return;
  }
  if (!is_met) return;
  const StepCause held_back = step.work.held_back;
  if (taken.projected.squeezed) {
    report.status = StepStatus::infeasible;
    report.cause = StepCause::squeezed;
  } else if (slipped.falls_short) {
    report.status = StepStatus::infeasible;
    report.cause = held_back != StepCause::none ? held_back : taken.cause;
  } else if (step.options.projection.method == ProjectionMethod::implicit &&
             distortion(step.model, taken.elements, step.state.x, step.work) > kMostDistortion) {
    report.status = StepStatus::distorted;
  }
}

/// Of one of several cloths; measure_elements has found the areas.
ElementErrors errors_of(const ClothModel& model, const Piece& piece, const Points& x,
                        const StepWorkspace& work) {
  const auto own = [&](const Vector& v) { return v.segment(piece.first_element, piece.element_count); };
  const std::span<const Edge> edges(model.topology.edges);
  return {largest_edge_error(edges.subspan(piece.first_edge, piece.edge_count),
                             model.edge_squares.segment(piece.first_edge, piece.edge_count), x),
          area_error(own(work.element_area), own(model.element_area))};
}

/// How far a cloth is off by its areas and edges [-], and whether its elements' rows are to be asked too.
struct Distortion {
  double largest = 0;
  bool needs_rows = false;
};

Distortion seen_in(const ClothModel& model, const Piece& piece, const ElementErrors& of_all, const Points& x,
                   const StepWorkspace& work) {
  if (piece.material.is_woven()) return {.largest = 0, .needs_rows = true};
  ElementErrors own = of_all;
  if (model.pieces.size() > 1) own = errors_of(model, piece, x, work);
  if (piece.options.edges) return {.largest = own.edge, .needs_rows = false};
  return {.largest = std::max(own.area.largest, kEdgeErrorShare * own.edge),
          .needs_rows = own.edge > kMostDistortion};
}

}  // namespace

ElementErrors measure_elements(const ClothModel& model, const Points& x, StepWorkspace& work) {
  element_areas(model.rest, x, work.element_area);
  return {largest_edge_error(model.topology.edges, model.edge_squares, x),
          area_error(work.element_area, model.element_area)};
}

double distortion(const ClothModel& model, const ElementErrors& errors, const Points& x,
                  StepWorkspace& work) {
  double largest = 0;
  bool measured = false;
  for (const Piece& piece : model.pieces) {
    const Distortion seen = seen_in(model, piece, errors, x, work);
    largest = std::max(largest, seen.largest);
    if (!seen.needs_rows) continue;
    const RowPattern& pattern = model.rows.pattern();
    if (!measured)
      model.rows.measure_groups(pattern.constraint_groups, pattern.group_count(), x, work.row_errors);
    measured = true;
    for (int row = piece.springs.element_rows_begin(); row < piece.springs.element_rows_end();
         row += 3)  // E, F, G
      largest =
          std::max({largest, std::abs(work.row_errors[row]) / 2, std::abs(work.row_errors[row + 2]) / 2});
  }
  return largest;
}

StepReport advance(const ClothModel& model, const std::vector<Grasp>& grasps, const StepOptions& options,
                   ClothState& state, StepWorkspace& work) {
  const Step step{model, grasps, options, state, work};
  begin_exchange(step);
  work.before.couplings = state.couplings;
  const StepTaken taken = take_step(step);  // predict, project, commit; once, or in parts
  const ProjectionReport& projected = taken.projected;
  state.time = static_cast<double>(++state.step) * options.dt;
  if (state.couplings != work.projection.coupled()) state.couplings = work.projection.coupled();

  StepReport report{.status = projected.status,
                    .cause = taken.cause,
                    .iterations = projected.iterations,
                    .substeps = taken.parts,
                    .metric_error = projected.largest_row,
                    .edge_error = taken.elements.edge,
                    .node_penetration = projected.penetration.nodes,
                    .surface_penetration = projected.penetration.surface,
                    .contact_residual = projected.contact_residual,
                    .area = taken.elements.area};
  if (report.status == StepStatus::not_finite) {
    refuse_step(step, report);
    return report;
  }
  const Slipped slipped = note_slip(step);
  report.grasp_slip = slipped.largest;
  report.grasp = slipped.grasp;
  judge(step, taken, slipped, report);
  return report;
}

}  // namespace isocloth
