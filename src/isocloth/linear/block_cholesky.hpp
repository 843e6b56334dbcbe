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
#include <span>
#include <utility>
#include <vector>

#include "isocloth/core/threads.hpp"
#include "isocloth/core/types.hpp"
#include "isocloth/linear/elimination.hpp"
#include "isocloth/linear/fronts.hpp"

namespace isocloth {

/// Where the block (row node, column node) lies: values()[offset + r + c·leading] is its entry (r, c).
struct BlockSlot {
  std::ptrdiff_t offset = 0;
  int leading = 0;
};

class BlockCholesky {
 public:
  using Numbers = std::vector<double, Eigen::aligned_allocator<double>>;

  /// The graph must hold every pair of nodes that a block will be added for.
  explicit BlockCholesky(const NodeGraph& graph, OrderingEffort effort = OrderingEffort::thorough);

  /// Place of a node in the elimination order. Blocks are stored for (later, earlier) pairs only.
  int position(int node) const { return elimination_.position[node]; }

  /// Slot of the block in row `later` and column `earlier` (nodes, position(later) ≥ position(earlier)).
  BlockSlot slot(int later, int earlier) const;

  /// Whether there is one: also for pairs that are not in the graph, but became neighbours as others were
  /// eliminated.
  bool has_slot(int later, int earlier) const;

  void set_zero();
  void set_zero(Threads& threads);
  double* values() { return panels_.data(); }
  const double* values() const { return panels_.data(); }

  /// Changes places with numbers of another matrix of the same graph; with as many new ones where there are
  /// none.
  void exchange_values(Numbers& other) {
    other.resize(panels_.size());
    panels_.swap(other);
  }

  /// Replaces the matrix by its factor; false where it is not positive definite.
  bool factor();
  bool factor(Threads& threads);

  /// x ← H⁻¹ x, one row per node.
  void solve(Points& x);
  void solve(Points& x, Threads& threads);

  /// Its halves, y = L⁻¹ x and x ← L⁻ᵀ y: y has three numbers for each node, in the order of elimination.
  void solve_lower(const Points& x, double* y, Threads& threads);
  void solve_upper(const double* y, Points& x, Threads& threads);

  /// Rows [begin, end) of y.
  using Reach = std::vector<std::pair<int, int>>;

  /// L⁻¹ of three right-hand sides Σ w_i 1 at some nodes, `leading` numbers from one to the next. What they
  /// reach, from these nodes to the root of the elimination tree, is written alone.
  void solve_lower(std::span<const int> nodes, std::span<const double> weights, double* y,
                   std::ptrdiff_t leading, Reach& reach);

  /// Multiplications and additions of one factor() call.
  double factor_flops() const { return fronts_.flops; }

  /// Numbers of the factor, each of which a solve() call reads twice.
  double factor_size() const { return static_cast<double>(fronts_.panel_size); }

 private:
  double* update_of(const Front& front) { return updates_.data() + front.update[placement_]; }
  bool worth_sharing(const Threads& threads) const;
  void add_children_to_panel(const Front& front, int strip);
  void update_strip(const Front& front, int strip);
  bool factor_front(const Front& front);
  bool factor_front(const Front& front, Threads& threads);
  bool factor_panel_shared(const Front& front, Threads& threads);
  void forward(int f, const Points& x);
  template <bool OnlyReached>
  void forward(int f, Numbers& work);
  void forward(const Points& x, Threads& threads);
  void backward(Points& x, Threads& threads);
  void list_reached(std::span<const int> nodes, Reach& reach);
  void backward(int f, Points& x);

  Elimination elimination_;
  Fronts fronts_;
  std::vector<int> node_at_;  ///< by position
  Numbers panels_;
  Numbers updates_;               ///< waiting for their parents
  Placement placement_ = kAlone;  ///< of the updates at hand
  Numbers work_;                  ///< right-hand sides of the fronts
  Numbers reached_work_[3];       ///< … of those that three are solved for at a time
  std::vector<char> is_reached_;  ///< fronts
  std::vector<int> progress_;     ///< of each strip of the front that threads share: columns done, in strips
};

}  // namespace isocloth
