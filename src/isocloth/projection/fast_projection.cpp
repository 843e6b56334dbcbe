#include <algorithm>
#include <cmath>

#include "isocloth/projection/projection.hpp"
#include "isocloth/projection/row_products.hpp"

namespace isocloth {
namespace {

/// ε relative to the largest diagonal entry of JA⁻¹Jᵀ: enough to factorise a flat or taut cloth, too little
/// to cost an iteration.
constexpr double kShift = 1e-8;

/// Largest Σ_i |∂c_r/∂x_i|² / A_ii over the rows.
double largest_schur_diagonal(const RowPattern& pattern, const RowValues& values, const NodeMatrix& metric) {
  double result = 0;
  const double* gradient = values.jacobian.data();
  for (int g = 0; g < pattern.group_count(); ++g)
    for (int row = pattern.row_begin[g]; row < pattern.row_begin[g + 1]; ++row) {
      double sum = 0;
      for (int k = pattern.node_begin[g]; k < pattern.node_begin[g + 1]; ++k, gradient += kGradientStride)
        sum += (gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2]) /
               metric.coeff(pattern.nodes[k], pattern.nodes[k]);
      result = std::max(result, sum);
    }
  return result;
}

}  // namespace

/// ε at the rows evaluated last.
double Projection::shift() const {
  return kShift * largest_schur_diagonal(rows_.pattern(), values_, metric_);
}

/// Evaluates the rows at x, for the report too; true where nothing is left to do or there is no iteration
/// left.
bool Projection::ends_at(const Points& x, const ProjectionOptions& options, ProjectionReport& report) {
  evaluate(x);
  report.largest_row = largest_constraint();
  if (!std::isfinite(report.largest_row)) report.status = StepStatus::not_finite;
  if (report.largest_row <= options.tolerance) report.status = StepStatus::converged;
  return report.status != StepStatus::iteration_limit || report.iterations == options.max_iterations;
}

/// (JA⁻¹Jᵀ + ε)⁻¹ is applied through A + Jᵀε⁻¹J, so that both methods solve with the same matrix.
ProjectionReport Projection::project_fast(const ProjectionOptions& options, const Points& load,
                                          const std::vector<char>& held, Points& x, Vector& multipliers) {
  ProjectionReport report{.status = StepStatus::iteration_limit};
  free_motion(load, held, x);
  multipliers.setZero();
  const int constraints = rows_.pattern().constraint_rows;  // the paper has no springs
  for (;; ++report.iterations) {
    if (ends_at(x, options, report)) return report;

    const double weight = 1 / shift();
    row_scratch_.setZero();
    row_scratch_.head(constraints).setConstant(weight);
    system_.assemble(metric_, values_, row_scratch_, false, held);
    if (!system_.factor()) return report;
    direction_.setZero();
    row_scratch_.head(constraints) = -weight * values_.c.head(constraints);
    products_.add_transposed(values_, row_scratch_, direction_);
    clear_held(held, direction_);
    system_.solve(direction_);
    products_.multiply(values_, direction_, row_scratch_);
    multipliers.head(constraints) += weight * (values_.c + row_scratch_).head(constraints);
    x += direction_;
  }
}

}  // namespace isocloth
