#pragma once

/// The one matrix of the projection, symmetric positive definite in every state of the rows:
///
///   H = A + Jᵀ W J + T      A: metric, W = diag(w): row weights, T: tension of the rows
///
/// Held nodes are eliminated: their rows and columns are those of the identity, so that the pattern stays the
/// same whoever is held. Each 3×3 block of H is summed from its shares, found once: nothing is searched,
/// every block is written once and always in the same order, whichever thread does it.
///
/// Where A couples nodes that no row does, as bending does on quads, and a factor without these is cheaper
/// (matrix_split.hpp), solutions are found by conjugate gradients with it.

#include <vector>

#include "isocloth/core/node_matrix.hpp"
#include "isocloth/core/rows.hpp"
#include "isocloth/projection/conjugate_gradients.hpp"
#include "isocloth/projection/matrix_split.hpp"

namespace isocloth {

class Threads;

class ProjectionSystem {
 public:
  /// Analyses the pattern of rows and metric; the metric's values choose what is factorised.
  ProjectionSystem(const RowPattern& pattern, const NodeMatrix& metric, Threads& threads);

  /// H, not yet factorised.
  void assemble(const NodeMatrix& metric, const RowValues& values, const Vector& weights, bool with_tension,
                const std::vector<char>& held);

  /// Between assemble() and factor(): the block of a node, and an addition to the block of two nodes of one
  /// element, row i and column j.
  Eigen::Matrix3d diagonal(int node) const;
  void add(int i, int j, const Eigen::Matrix3d& block);

  /// False where rounding or non-finite input left H not positive definite.
  bool factor();

  /// x ← H⁻¹ x; rows of held nodes must be zero on entry and stay zero. The tolerance is that of conjugate
  /// gradients.
  void solve(Points& x, double tolerance = kFineTolerance);

  double factor_flops() const { return cholesky_.factor_flops(); }

  /// Whether part of A is outside the factor.
  bool is_iterative() const { return !outside_.empty(); }

  /// With the factor, expected for one solve(): 1 where it is that of H.
  int solves() const { return solves_; }

 private:
  /// What one group of rows adds to a block: Σ_r w_r ∇c_r(later) ∇c_r(earlier)ᵀ + tension · 1.
  struct Share {
    int later, earlier;  ///< gradients of the group's first row, in RowValues::jacobian
    int stride;          ///< from one row to the next
    int row, rows;       ///< the group's rows
    int tension;         ///< in RowValues::tension
  };
  struct Block {
    BlockSlot slot;
    int later, earlier;  ///< nodes
    int share_end;       ///< shares up to this one, from where the block before ends
    int metric_index;    ///< into the metric's values; −1 where it has no entry
  };

  ProjectionSystem(const RowPattern& pattern, const NodeMatrix& metric, MatrixSplit split, Threads& threads);
  void assemble_blocks(int first, int last, const NodeMatrix& metric, const RowValues& values,
                       const Vector& weights, bool with_tension, const std::vector<char>& held);

  Threads& threads_;
  BlockCholesky cholesky_;
  OutsideMetric outside_;
  int solves_;
  ConjugateGradients gradients_;
  std::vector<Block> blocks_;  ///< in the order of the factor's columns
  std::vector<Share> shares_;
};

}  // namespace isocloth
