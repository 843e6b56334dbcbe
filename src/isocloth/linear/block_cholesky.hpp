#pragma once

/// Cholesky factorisation H = L Lᵀ of a symmetric positive definite matrix with 3×3 blocks and a fixed
/// pattern.
///
/// Multifrontal: every supernode is one dense panel; its update to the rest travels up the elimination tree.
/// Symbolic work happens once in the constructor. Blocks are added straight into the panels at places found
/// beforehand (slot), so that assembling searches nothing; factor() works in place and allocates nothing.

#include <cstddef>
#include <vector>

#include "isocloth/core/types.hpp"
#include "isocloth/linear/elimination.hpp"

namespace isocloth {

/// Where the block (row node, column node) lies: values()[offset + r + c·leading] is its entry (r, c).
struct BlockSlot {
  std::ptrdiff_t offset = 0;
  int leading = 0;
};

class BlockCholesky {
 public:
  /// The graph must hold every pair of nodes that a block will be added for.
  explicit BlockCholesky(const NodeGraph& graph);

  /// Place of a node in the elimination order. Blocks are stored for (later, earlier) pairs only.
  int position(int node) const { return elimination_.position[node]; }

  /// Slot of the block in row `later` and column `earlier` (nodes, position(later) ≥ position(earlier)).
  BlockSlot slot(int later, int earlier) const;

  void set_zero();
  double* values() { return panels_.data(); }

  /// Replaces the matrix by its factor; false where it is not positive definite.
  bool factor();

  /// x ← H⁻¹ x, one row per node.
  void solve(Points& x);

  /// Multiplications and additions of one factor() call.
  double factor_flops() const;

 private:
  void add_child_update(int child, double* update, int update_leading);
  void forward(int s);
  void backward(int s);

  Elimination elimination_;
  std::vector<std::ptrdiff_t> panel_begin_;      ///< per supernode, into panels_
  std::vector<int> leading_;                     ///< per supernode: leading dimension of its panel
  std::vector<std::vector<int>> children_;       ///< per supernode, in order
  std::vector<std::vector<int>> row_in_parent_;  ///< per supernode: where each node below lies in the parent
  std::vector<std::ptrdiff_t> update_begin_;     ///< per supernode, into stack_
  std::vector<double> panels_;
  std::vector<double> stack_;    ///< updates waiting for their parent
  std::vector<double> ordered_;  ///< right-hand side in elimination order
  std::vector<double> gathered_;
};

}  // namespace isocloth
