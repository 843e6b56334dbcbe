#pragma once

/// Cholesky factorisation H = L Lᵀ of a symmetric positive definite matrix with 3×3 blocks and a fixed
/// pattern.
///
/// Multifrontal: every supernode is one dense panel; its update to the rest travels up the elimination tree.
/// Symbolic work happens once in the constructor. Blocks are added straight into the panels at places found
/// beforehand (slot), so that assembling searches nothing; factor() works in place and allocates nothing.
///
/// Threads share subtrees of the elimination tree first, then the large fronts above them, strip by strip.
/// Every number is summed in one order, so the bits do not depend on how many threads there are.

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "isocloth/core/threads.hpp"
#include "isocloth/core/types.hpp"
#include "isocloth/linear/block_slot.hpp"
#include "isocloth/linear/elimination.hpp"
#include "isocloth/linear/fronts.hpp"

namespace isocloth {

/// In single precision (Real = float) it takes half the time and memory, and is as good as its rounding:
/// block_solver.hpp refines what it gives.
template <class Real>
class BlockCholeskyOf {
 public:
  /// The graph must hold every pair of nodes that a block will be added for.
  explicit BlockCholeskyOf(const NodeGraph& graph) : BlockCholeskyOf(analyze_elimination(graph)) {}
  explicit BlockCholeskyOf(const Elimination& elimination);

  /// Place of a node in the elimination order. Blocks are stored for (later, earlier) pairs only.
  int position(int node) const { return elimination_.position[node]; }

  /// Slot of the block in row `later` and column `earlier` (nodes, position(later) ≥ position(earlier)).
  BlockSlot slot(int later, int earlier) const;

  void set_zero();
  void set_zero(Threads& threads);
  Real* values() { return panels_.data(); }
  const Real* values() const { return panels_.data(); }

  /// Replaces the matrix by its factor; false where it is not positive definite.
  bool factor();
  bool factor(Threads& threads);

  /// x ← H⁻¹ x, one row per node.
  void solve(Points& x);
  void solve(Points& x, Threads& threads);

  /// Multiplications and additions of one factor() call.
  double factor_flops() const { return fronts_.flops; }

 private:
  using Numbers = std::vector<Real, Eigen::aligned_allocator<Real>>;

  Real* update_of(const Front<Real>& front) { return updates_.data() + front.update[placement_]; }
  bool worth_sharing(const Threads& threads) const;
  void add_children_to_panel(const Front<Real>& front, int strip);
  void update_strip(const Front<Real>& front, int strip);
  bool factor_front(const Front<Real>& front);
  bool factor_front(const Front<Real>& front, Threads& threads);
  bool factor_panel_shared(const Front<Real>& front, Threads& threads);
  void forward(int f, const Points& x);
  void backward(int f, Points& x);

  Elimination elimination_;
  Fronts<Real> fronts_;
  std::vector<int> node_at_;  ///< by position
  Numbers panels_;
  Numbers updates_;               ///< waiting for their parents
  Placement placement_ = kAlone;  ///< of the updates at hand
  Numbers work_;                  ///< right-hand sides of the fronts
  std::vector<int> progress_;     ///< of each strip of the front that threads share: columns done, in strips
};

using BlockCholesky = BlockCholeskyOf<double>;

extern template class BlockCholeskyOf<double>;
extern template class BlockCholeskyOf<float>;

}  // namespace isocloth
