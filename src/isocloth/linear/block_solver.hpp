#pragma once

/// Solves with a symmetric positive definite matrix H of 3×3 blocks and a fixed pattern, by the faster way
/// for its size.
///
/// Small: factorised in double precision, in place. Large: factorised in single precision, F ≈ H, which takes
/// half the time and memory; then conjugate gradients in double, which F makes converge by two digits in each
/// iteration. Where they do not, or F does not exist, H is factorised in double after all, in
/// memory that is kept for it.

#include <optional>

#include "isocloth/linear/block_cholesky.hpp"
#include "isocloth/linear/block_matrix.hpp"

namespace isocloth {

class BlockSolver {
 public:
  /// The graph must hold every pair of nodes that a block will be added for.
  explicit BlockSolver(const NodeGraph& graph);

  /// As in BlockCholesky.
  int position(int node) const { return elimination_.position[node]; }
  BlockSlot slot(int later, int earlier) const;
  double* values() { return rounded_ ? rounded_->matrix.values() : exact_.values(); }
  const double* values() const { return rounded_ ? rounded_->matrix.values() : exact_.values(); }
  void set_zero(Threads& threads);

  /// False where the matrix is not positive definite.
  bool factor(Threads& threads);

  /// x ← H⁻¹ x, one row per node; the error of a large system relative to its largest entry is about
  /// `accuracy`.
  void solve(Points& x, Threads& threads, double accuracy = 1e-8);

  double factor_flops() const { return flops_; }

  /// Whether the last solution came from single precision.
  bool is_rounded() const { return is_rounded_; }

 private:
  struct Rounded {
    Rounded(const NodeGraph& graph, const Elimination& elimination);

    BlockCholeskyOf<float> cholesky;
    BlockMatrix matrix;
    std::vector<BlockSlot> slots;  ///< of the matrix' blocks in the factor
    Points right, residual, step, way, product;
  };

  bool factor_exactly(Threads& threads);
  bool refine(Points& x, double accuracy, Threads& threads);

  Elimination elimination_;
  double flops_ = 0;
  BlockCholesky exact_;
  std::optional<Rounded> rounded_;
  bool is_rounded_ = false;
};

}  // namespace isocloth
