#pragma once

/// The one matrix of the projection, symmetric positive definite in every state of the rows:
///
///   H = A + Jᵀ W J + T      A: metric, W = diag(w): row weights, T: tension of the rows
///
/// Held nodes are eliminated: their rows and columns are those of the identity, so that the pattern stays the
/// same whoever is held. Where each group's blocks go is found once.

#include <vector>

#include "isocloth/core/node_matrix.hpp"
#include "isocloth/core/rows.hpp"
#include "isocloth/linear/block_cholesky.hpp"

namespace isocloth {

class ProjectionSystem {
 public:
  /// Analyses the pattern of rows and metric together.
  ProjectionSystem(const RowPattern& pattern, const NodeMatrix& metric);

  /// Assembles and factorises H; false where rounding or non-finite input left it not positive definite.
  bool factor(const NodeMatrix& metric, const RowValues& values, const Eigen::Ref<const Vector>& weights,
              bool with_tension, const std::vector<char>& held);

  /// x ← H⁻¹ x; rows of held nodes must be zero on entry and stay zero.
  void solve(Points& x) { cholesky_.solve(x); }

  double factor_flops() const { return cholesky_.factor_flops(); }

 private:
  struct Pair {
    BlockSlot slot;
    int later, earlier;  ///< places in the group's support
  };
  struct MetricEntry {
    BlockSlot slot;
    int row, column;  ///< nodes
    int value_index;  ///< into the metric's values
  };
  void add_metric(const NodeMatrix& metric, const std::vector<char>& held);
  void add_group(int group, const RowValues& values, const Eigen::Ref<const Vector>& weights,
                 bool with_tension, const std::vector<char>& held);

  const RowPattern& pattern_;
  BlockCholesky cholesky_;
  std::vector<int> pair_begin_{0};  ///< per group, into pairs_
  std::vector<Pair> pairs_;
  std::vector<MetricEntry> metric_entries_;
  std::vector<BlockSlot> diagonal_;  ///< per node
};

}  // namespace isocloth
