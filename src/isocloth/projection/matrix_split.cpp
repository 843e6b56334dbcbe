#include "isocloth/projection/matrix_split.hpp"

#include <cmath>
#include <utility>

#include "isocloth/linear/conjugate_gradients.hpp"

namespace isocloth {
namespace {

/// A solve reads each number of the factor twice, at the pace of memory: it takes as long as this many flops
/// of a factorisation for each, conjugate gradients' own products included, and some for itself.
constexpr double kFlopsPerNumber = 13, kFlopsPerSolve = 3e4;

/// Right-hand sides for one factorisation: one, and several more where obstacles press.
constexpr double kRightHandSides = 2;

/// Of a factorisation and all solves with it, in its flops.
double cost(const MatrixSplit& split) {
  const double solve = kFlopsPerSolve + kFlopsPerNumber * split.cholesky.factor_size();
  return split.cholesky.factor_flops() + kRightHandSides * split.solves * solve;
}

}  // namespace

NodeGraph coupled_nodes(const RowPattern& pattern, const NodeMatrix& metric, bool whole) {
  std::vector<std::vector<int>> coupled;
  for (int g = 0; g < pattern.group_count(); ++g)
    coupled.emplace_back(pattern.nodes.begin() + pattern.node_begin[g],
                         pattern.nodes.begin() + pattern.node_begin[g + 1]);
  for (int i = 0; whole && i < metric.rows(); ++i)
    for (NodeMatrix::InnerIterator entry(metric, i); entry; ++entry)
      if (entry.col() != i) coupled.push_back({i, static_cast<int>(entry.col())});
  return graph_of_cliques(static_cast<int>(metric.rows()), coupled);
}

MatrixSplit split_matrix(const RowPattern& pattern, const NodeMatrix& metric, Threads& threads) {
  const NodeGraph rows = coupled_nodes(pattern, metric, false);
  OutsideMetric outside(metric, rows);
  if (outside.empty()) return {BlockCholesky(rows)};
  outside.set_values(metric, std::vector<char>(metric.rows(), 0), threads);
  const int solves = expected_solves(outside.condition(), kStepTolerance);
  MatrixSplit sparse{BlockCholesky(rows), std::move(outside), solves};
  MatrixSplit whole{BlockCholesky(coupled_nodes(pattern, metric, true))};
  return cost(sparse) < cost(whole) ? std::move(sparse) : std::move(whole);
}

}  // namespace isocloth
