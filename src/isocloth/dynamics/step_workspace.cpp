#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/dynamics/step.hpp"

namespace isocloth {

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

/// What the cloth is to itself, where it touches itself.
std::optional<LayerSurface> layer_surface(const ClothModel& model) {
  if (!model.touches_itself()) return std::nullopt;
  Vector friction(model.rest.node_count());
  for (const Piece& piece : model.pieces)
    friction.segment(piece.first_node, piece.node_count)
        .setConstant(piece.options.self_contact.value_or(SelfContact{}).friction);
  return LayerSurface{.half_thickness = model.node_half_thickness,
                      .compression = model.node_compression,
                      .friction = friction,
                      .area = model.node_area};
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

/// δ m_k of each node [kg].
Vector gravitational_masses(const ClothModel& model) {
  Vector masses(model.node_area.size());
  for (const Piece& piece : model.pieces)
    masses.segment(piece.first_node, piece.node_count) =
        piece.material.gravitational_mass() * model.node_area.segment(piece.first_node, piece.node_count);
  return masses;
}

}  // namespace

StepWorkspace::StepWorkspace(const ClothModel& model, const StepOptions& options)
    : threads(options.threads),
      metric(metric_pattern(model)),
      metric_area(diagonal_on(metric, model.node_area)),
      metric_bending(Eigen::Map<const Vector>(metric.valuePtr(), metric.nonZeros())),
      law(model.law),
      projection(model.rows, law, set_metric(model, 1 / options.dt), threads),
      contacts(model.rest, model.topology, {model.node_half_thickness, model.node_compression},
               layer_surface(model)),
      weight(gravitational_masses(model) * options.gravity.transpose()),
      load(weight),
      next(weight),
      normal(Points::Zero(weight.rows(), 3)),
      target(normal),
      row_errors(Vector::Zero(model.rows.pattern().row_count())),
      end_law(row_errors.size()),
      held(weight.rows(), 0),
      grips(weight.rows()),
      stiff_around(held),
      element_area(model.element_area),
      outside_force(normal),
      contact_force(normal) {
  rule.past = rule.inertial = before.x = before.v = before.past.dx = before.past.dv = before.past.dx_before =
      before.past.dv_before = normal;
  before.multipliers = row_errors;
  before.tensions = Vector::Zero(model.rest.element_count());
}

const NodeMatrix& StepWorkspace::set_metric(const ClothModel& model, double rate) {
  Eigen::Map<Vector> values(metric.valuePtr(), metric.nonZeros());
  for (const Piece& piece : model.pieces) {
    const Material& m = piece.material;
    const double area = rate * (rate * m.density + m.damping), bending = rate * m.bending_damping + m.bending;
    const Eigen::Index begin = metric.outerIndexPtr()[piece.first_node],
                       count = metric.outerIndexPtr()[piece.first_node + piece.node_count] - begin;
    values.segment(begin, count) =
        area * metric_area.segment(begin, count) + bending * metric_bending.segment(begin, count);
  }
  return metric;
}

}  // namespace isocloth
