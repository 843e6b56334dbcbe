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
///
/// Layers of cloth that touch couple nodes that no row does. Their blocks are added to the pattern, which is
/// analysed anew (couple); what a block is summed from stays known.

#include <array>
#include <span>
#include <vector>

#include "isocloth/core/node_matrix.hpp"
#include "isocloth/core/rows.hpp"
#include "isocloth/linear/conjugate_gradients.hpp"
#include "isocloth/projection/matrix_split.hpp"

namespace isocloth {

class Threads;

class ProjectionSystem final : public SplitMatrix {
 public:
  /// Analyses the pattern of rows and metric, which must outlive the object; the metric's values choose what
  /// is factorised.
  ProjectionSystem(const RowPattern& pattern, const NodeMatrix& metric, Threads& threads);

  /// Also couples these pairs of nodes, and no others than those (sorted, the smaller node first). Allocates.
  void couple(std::span<const std::array<int, 2>> pairs);
  const std::vector<std::array<int, 2>>& coupled() const { return coupled_; }

  /// H, not yet factorised.
  void assemble(const NodeMatrix& metric, const RowValues& values, const Vector& weights, bool with_tension,
                const std::vector<char>& held);

  /// Whether there is a block for two nodes: of one element, or that were coupled, or by chance.
  bool has_place(int i, int j) const;

  /// Between assemble() and factor(): the block of a node, and an addition to the block of two nodes that
  /// have one, row i and column j.
  Eigen::Matrix3d diagonal(int node) const;
  void add(int i, int j, const Eigen::Matrix3d& block);

  /// False where rounding or non-finite input left H not positive definite.
  bool factor();

  /// x ← H⁻¹ x; rows of held nodes must be zero on entry and stay zero. The tolerance is that of conjugate
  /// gradients.
  void solve(Points& x, double tolerance = kFineTolerance);

  void solve_inside(Points& x) override { cholesky_.solve(x, threads_); }
  void multiply_outside(const Points& p, Points& out) override;
  void solve_lower(const Points& x, double* y) { cholesky_.solve_lower(x, y, threads_); }
  void solve_lower(std::span<const int> nodes, std::span<const double> weights, double* y,
                   std::ptrdiff_t leading, BlockCholesky::Reach& reach) {
    cholesky_.solve_lower(nodes, weights, y, leading, reach);
  }
  void solve_upper(const double* y, Points& x) { cholesky_.solve_upper(y, x, threads_); }
  double inertia(int node) const override;

  /// Hands the factor out; borrows such a one, for the same metric and held nodes, and gives it back.
  void hand_out_factor(BlockCholesky::Numbers& kept) { cholesky_.exchange_values(kept); }
  void borrow_factor(const NodeMatrix& metric, const std::vector<char>& held, BlockCholesky::Numbers& kept);
  void give_back_factor(BlockCholesky::Numbers& kept) { cholesky_.exchange_values(kept); }

  double factor_flops() const { return cholesky_.factor_flops(); }

  /// Whether part of A is outside the factor.
  bool is_iterative() const { return !outside_.empty(); }

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
  /// What a pair of nodes, i ≥ j, gets from a group of rows.
  struct PairShare {
    int i, j;
    int group, at_i, at_j;  ///< places of both in the group
  };

  ProjectionSystem(const RowPattern& pattern, const NodeMatrix& metric, MatrixSplit split, Threads& threads);
  void find_pair_shares();
  void place_blocks();
  void place_block(const PairShare* first, const PairShare* last, int i, int j, int metric_index);
  void assemble_blocks(int first, int last, const NodeMatrix& metric, const RowValues& values,
                       const Vector& weights, bool with_tension, const std::vector<char>& held);

  const RowPattern& pattern_;
  const NodeMatrix& metric_;
  Threads& threads_;
  BlockCholesky cholesky_;
  OutsideMetric outside_;
  ConjugateGradients gradients_;
  NodeGraph alone_;  ///< without layers, once there are some
  std::vector<std::array<int, 2>> coupled_;
  std::vector<PairShare> pair_shares_;    ///< sorted by i and j
  std::vector<Block> blocks_;             ///< in the order of the factor's columns
  std::vector<int> diagonal_;             ///< of the metric, per node into its values
  const double* metric_value_ = nullptr;  ///< of the matrix assembled last
  std::vector<Share> shares_;
};

}  // namespace isocloth
