#include <Eigen/SparseCholesky>
#include <cmath>

#include "isocloth/projection/projection.hpp"

/// The fast projection once more, as a textbook programs it: the slow twin in tests, and what the benchmark
/// compares with. Every iteration builds its sparse matrix from triplets and factorises it from nothing,
///
///   S Δλ = c,   S = J A⁻¹ Jᵀ + ε,   Δx = −A⁻¹JᵀΔλ       where A is diagonal (no bending)
///   [ A  Jᵀ ] [Δx]   [ 0 ]
///   [ J  −ε ] [Δλ] = [−c ]                               the same, where it is not
///
/// over the coordinates of the nodes that are not held.

namespace isocloth {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Factor = Eigen::SimplicialLDLT<Sparse, Eigen::Lower, Eigen::AMDOrdering<int>>;
using Triplets = std::vector<Eigen::Triplet<double>>;

Sparse matrix_of(Eigen::Index rows, Eigen::Index columns, const Triplets& entries) {
  Sparse result(rows, columns);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

/// Takes positions of all nodes to those of the nodes that are not held.
Sparse selection_of_free(const std::vector<char>& held) {
  Triplets entries;
  for (int i = 0; i < static_cast<int>(held.size()); ++i)
    if (!held[i]) entries.emplace_back(static_cast<int>(entries.size()), i, 1.0);
  return matrix_of(static_cast<Eigen::Index>(entries.size()), static_cast<Eigen::Index>(held.size()),
                   entries);
}

/// A matrix over nodes as it acts on stacked coordinates: x, y, z of the first node, then of the second, …
Sparse for_each_coordinate(const Sparse& matrix) {
  Triplets entries;
  for (int j = 0; j < matrix.outerSize(); ++j)
    for (Sparse::InnerIterator entry(matrix, j); entry; ++entry)
      for (int a = 0; a < 3; ++a)
        entries.emplace_back(3 * static_cast<int>(entry.row()) + a, 3 * j + a, entry.value());
  return matrix_of(3 * matrix.rows(), 3 * matrix.cols(), entries);
}

/// ∂c/∂x of the constraints over the coordinates of all nodes; springs are left out.
Sparse jacobian_of(const RowPattern& pattern, const RowValues& values, Eigen::Index node_count) {
  Triplets entries;
  const double* gradient = values.jacobian.data();
  for (int g = 0; g < pattern.group_count(); ++g)
    for (int row = pattern.row_begin[g]; row < pattern.row_begin[g + 1]; ++row)
      for (int k = pattern.node_begin[g]; k < pattern.node_begin[g + 1]; ++k, gradient += kGradientStride)
        for (int a = 0; a < 3 && row < pattern.constraint_rows; ++a)
          entries.emplace_back(row, 3 * pattern.nodes[k] + a, gradient[a]);
  return matrix_of(pattern.constraint_rows, 3 * node_count, entries);
}

struct Correction {
  Vector dx, multipliers;  ///< Δx over free coordinates, Δλ
  bool found = false;
};

Correction solve_schur(const Vector& metric, const Sparse& jacobian, double shift, const Vector& c) {
  const Sparse spread = metric.cwiseInverse().asDiagonal() * Sparse(jacobian.transpose());  // A⁻¹Jᵀ
  Sparse identity(c.size(), c.size());
  identity.setIdentity();
  const Factor factor(Sparse(jacobian * spread) + shift * identity);
  if (factor.info() != Eigen::Success) return {};
  const Vector multipliers = factor.solve(c);
  return {-spread * multipliers, multipliers, true};
}

Correction solve_kkt(const Sparse& metric, const Sparse& jacobian, double shift, const Vector& c) {
  const auto n = static_cast<int>(metric.rows()), m = static_cast<int>(jacobian.rows());
  Triplets entries;  // of the lower half
  for (int j = 0; j < n; ++j) {
    for (Sparse::InnerIterator entry(metric, j); entry; ++entry)
      if (entry.row() >= j) entries.emplace_back(static_cast<int>(entry.row()), j, entry.value());
    for (Sparse::InnerIterator entry(jacobian, j); entry; ++entry)
      entries.emplace_back(n + static_cast<int>(entry.row()), j, entry.value());
  }
  for (int i = n; i < n + m; ++i) entries.emplace_back(i, i, -shift);
  const Factor factor(matrix_of(n + m, n + m, entries));
  if (factor.info() != Eigen::Success) return {};
  Vector right = Vector::Zero(n + m);
  right.tail(m) = -c;
  const Vector solution = factor.solve(right);
  return {solution.head(n), solution.tail(m), true};
}

}  // namespace

ProjectionReport Projection::project_reference(const ProjectionOptions& options, const Points& load,
                                               const std::vector<char>& held, Points& x,
                                               Vector& multipliers) {
  ProjectionReport report{.status = StepStatus::iteration_limit};
  const int constraints = rows_.pattern().constraint_rows;
  const Sparse free = selection_of_free(held), to_free = for_each_coordinate(free);
  const Sparse node_metric = free * metric_ * free.transpose();
  const Sparse metric = for_each_coordinate(node_metric);
  const bool diagonal = metric.nonZeros() == metric.rows();
  multipliers.setZero();

  // the free step x₀ = A⁻¹f, held nodes where they are
  const Points held_alone = x - free.transpose() * (free * x);
  const Points free_load = free * (load - metric_ * held_alone);
  x = held_alone + free.transpose() * Factor(node_metric).solve(free_load);

  for (;; ++report.iterations) {
    if (ends_at(x, options, report)) return report;

    const Vector c = values_.c.head(constraints);
    const Sparse jacobian = jacobian_of(rows_.pattern(), values_, x.rows()) * to_free.transpose();
    const Correction correction = diagonal ? solve_schur(metric.diagonal(), jacobian, shift(), c)
                                           : solve_kkt(metric, jacobian, shift(), c);
    if (!correction.found) return report;
    Eigen::Map<Vector>(x.data(), x.size()) += to_free.transpose() * correction.dx;
    multipliers.head(constraints) += correction.multipliers;
  }
}

}  // namespace isocloth
