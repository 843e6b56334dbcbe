#include "isocloth/projection/projection.hpp"

#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/projection/row_products.hpp"

namespace isocloth {
namespace {

/// Full Newton steps taken on trust; after these each step must lower the objective, which always ends at a
/// minimum.
constexpr int kTrustedIterations = 10;

/// An unmet row counts as infeasible only where λ = Kc holds this much better than the tolerance.
constexpr double kLawShare = 0.1;

}  // namespace

std::optional<std::string> ProjectionOptions::problem() const {
  if (!(tolerance > 0 && tolerance < 1))
    return "tolerance must be between 0 and 1, got " + to_text(tolerance);
  if (max_iterations < 1) return "max_iterations must be at least 1, got " + std::to_string(max_iterations);
  return std::nullopt;
}

const char* to_text(StepStatus status) {
  switch (status) {
    case StepStatus::converged:
      return "converged";
    case StepStatus::infeasible:
      return "infeasible";
    case StepStatus::iteration_limit:
      return "iteration_limit";
    case StepStatus::not_finite:
      return "not_finite";
  }
  return "";
}

Projection::Projection(const RowSource& rows, const Vector& stiffness, const Vector& memory,
                       const NodeMatrix& metric)
    : rows_(rows),
      stiffness_(stiffness),
      memory_(memory),
      metric_(metric),
      system_(rows.pattern(), metric),
      values_(rows.pattern()),
      direction_(Points::Zero(metric.rows(), 3)),
      trial_(Points::Zero(metric.rows(), 3)),
      metric_x_(Points::Zero(metric.rows(), 3)),
      row_scratch_(Vector::Zero(rows.pattern().row_count())),
      reference_(row_scratch_) {}

ProjectionReport Projection::project(const ProjectionOptions& options, const Points& load,
                                     const std::vector<char>& held, const Points& start, Points& x,
                                     Vector& multipliers) {
  switch (options.method) {
    case ProjectionMethod::fast:
      return project_fast(options, load, held, x, multipliers);
    case ProjectionMethod::reference:
      return project_reference(options, load, held, x, multipliers);
    default:
      return project_implicit(options, load, held, start, x, multipliers);
  }
}

ProjectionReport Projection::project_implicit(const ProjectionOptions& options, const Points& load,
                                              const std::vector<char>& held, const Points& start, Points& x,
                                              Vector& multipliers) {
  ProjectionReport report{.status = StepStatus::iteration_limit};
  rows_.evaluate(start, values_);
  reference_ = memory_.cwiseProduct(values_.c);
  evaluate(x);
  report.largest_row = largest_constraint();
  while (report.iterations < options.max_iterations) {
    rows_.tension(multipliers, values_);
    if (!system_.factor(metric_, values_, stiffness_, true, held)) break;
    downhill(load, held, x);
    ++report.iterations;
    if (report.iterations <= kTrustedIterations) {
      product(rows_.pattern(), values_, direction_, row_scratch_);
      multipliers = stiffness_.cwiseProduct(values_.c + row_scratch_);
      x += direction_;
      evaluate(x);
    } else {
      const bool lower = step_downhill(load, x);
      multipliers = stiffness_.cwiseProduct(values_.c);
      if (!lower) {  // at the minimum, and the rows are not met there
        report.status = StepStatus::infeasible;
        break;
      }
    }
    report.largest_row = largest_constraint();
    if (report.largest_row <= options.tolerance) {
      report.status = StepStatus::converged;
      return report;
    }
    if (report.iterations <= kTrustedIterations && law_error(multipliers) <= kLawShare * options.tolerance) {
      report.status = StepStatus::infeasible;
      return report;
    }
  }
  if (!x.allFinite() || !std::isfinite(report.largest_row)) report.status = StepStatus::not_finite;
  return report;
}

/// direction ← H⁻¹(f − Ax − JᵀKc), minus the gradient of Φ in the metric of the factorised system.
void Projection::downhill(const Points& load, const std::vector<char>& held, const Points& x) {
  metric_x_.noalias() = metric_ * x;
  row_scratch_ = -stiffness_.cwiseProduct(values_.c);
  direction_ = load - metric_x_;
  add_transposed_product(rows_.pattern(), values_, row_scratch_, direction_);
  clear_held(held, direction_);
  system_.solve(direction_);
}

/// Halves the step until Φ falls; leaves the rows evaluated at the new x.
bool Projection::step_downhill(const Points& load, Points& x) {
  const double before = objective(load, x);
  trial_ = x;
  for (double length = 1; length > 1e-6; length /= 2) {
    x = trial_ + length * direction_;
    evaluate(x);
    if (objective(load, x) < before) return true;
  }
  x = trial_;
  evaluate(x);
  return false;
}

/// Φ at x, where the rows have been evaluated.
double Projection::objective(const Points& load, const Points& x) {
  metric_x_.noalias() = metric_ * x;
  return (0.5 * metric_x_ - load).cwiseProduct(x).sum() +
         0.5 * stiffness_.cwiseProduct(values_.c).dot(values_.c);
}

/// Rows at x, c − c̄ in place of c.
void Projection::evaluate(const Points& x) {
  rows_.evaluate(x, values_);
  values_.c -= reference_;
}

double Projection::largest_constraint() const {
  const int count = rows_.pattern().constraint_rows;
  return count == 0 ? 0.0 : values_.c.head(count).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

bool Projection::is_crushed(double tolerance) const {
  const int count = rows_.pattern().constraint_rows;
  return count > 0 && values_.c.head(count).minCoeff() < -tolerance;
}

/// max |c − λ/K| over the constraints: how far the multipliers are from the rows' own law.
double Projection::law_error(const Vector& multipliers) const {
  const int count = rows_.pattern().constraint_rows;
  return count == 0 ? 0.0
                    : (values_.c - multipliers.cwiseQuotient(stiffness_))
                          .head(count)
                          .cwiseAbs()
                          .maxCoeff<Eigen::PropagateNaN>();
}

void Projection::free_motion(const Points& load, const std::vector<char>& held, Points& x) {
  // A x_free = f − A x_held: move the held columns to the right-hand side, then solve with the rows left out
  trial_ = x;
  for (std::size_t i = 0; i < held.size(); ++i)
    if (!held[i]) trial_.row(static_cast<Eigen::Index>(i)).setZero();
  direction_.noalias() = metric_ * trial_;
  direction_ = load - direction_;
  clear_held(held, direction_);
  row_scratch_.setZero();
  if (!system_.factor(metric_, values_, row_scratch_, false, held)) return;
  system_.solve(direction_);
  x = trial_ + direction_;
}

void Projection::outside_force(const Points& load, const Points& x, const Vector& multipliers,
                               Points& force) const {
  force.noalias() = metric_ * x;
  force -= load;
  add_transposed_product(rows_.pattern(), values_, multipliers, force);
}

}  // namespace isocloth
