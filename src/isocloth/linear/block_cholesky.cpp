#include "isocloth/linear/block_cholesky.hpp"

#include <algorithm>
#include <cassert>

#include "isocloth/linear/dense_kernels.hpp"

namespace isocloth {
namespace {

/// Values worth handing to another thread to clear.
constexpr int kClearedPerPart = 1 << 18;

/// Row of a node in a supernode's panel, counted in nodes; −1 where the panel has none.
int panel_row(const Supernode& s, int position) {
  if (position < s.first + s.count) return position - s.first;
  const auto found = std::lower_bound(s.below.begin(), s.below.end(), position);
  if (found == s.below.end() || *found != position) return -1;
  return s.count + static_cast<int>(found - s.below.begin());
}

}  // namespace

BlockCholesky::BlockCholesky(const NodeGraph& graph, OrderingEffort effort)
    : elimination_(analyze_elimination(graph, effort)), fronts_(lay_out_fronts(elimination_)) {
  node_at_.resize(graph.size());
  for (int i = 0; i < graph.size(); ++i) node_at_[position(i)] = i;
  constexpr int kReadPast = 4 * kStripRows;  // solve_backward reads four columns at a time
  panels_.assign(fronts_.panel_size + kReadPast, 0.0);
  updates_.assign(fronts_.update_size, 0.0);
  work_.assign(fronts_.work_size, 0.0);
  int most = 0;
  for (const int f : fronts_.top) most = std::max(most, fronts_.fronts[f].shape.strips());
  progress_.assign(most, 0);
}

BlockSlot BlockCholesky::slot(int later, int earlier) const {
  const int row_position = position(later), column_position = position(earlier);
  assert(row_position >= column_position);
  const int s = elimination_.supernode_of[column_position];
  const Supernode& node = elimination_.supernodes[s];
  const Front& front = fronts_.fronts[s];
  const int row = panel_row(node, row_position), column = column_position - node.first;
  assert(row >= 0);
  const bool is_own = row < node.count;
  const int in_part = is_own ? row : row - node.count;
  const int strip = in_part / kStripNodes + (is_own ? 0 : front.shape.own_strips());
  return {front.panel + front.shape.strip(strip) + 3 * (in_part % kStripNodes) + 3 * column * kStripRows,
          kStripRows};
}

void BlockCholesky::set_zero() { std::fill(panels_.begin(), panels_.end(), 0.0); }

void BlockCholesky::set_zero(Threads& threads) {
  threads.each_range(static_cast<int>(panels_.size()), kClearedPerPart, [&](int first, int last) {
    std::fill(panels_.begin() + first, panels_.begin() + last, 0.0);
  });
}

void BlockCholesky::forward(int f, const Points& x) {
  const Front& front = fronts_.fronts[f];
  const Supernode& node = elimination_.supernodes[f];
  double* own = work_.data() + front.work;
  const auto add_children = [&](bool to_own) {
    for (const int c : front.children) {
      const Front& child = fronts_.fronts[c];
      const double* from = work_.data() + child.work_below();
      const int end = to_own ? child.in_panel : child.shape.below / 3;
      for (int b = to_own ? 0 : child.in_panel; b < end; ++b)
        for (int r = 0; r < 3; ++r) work_[child.below_work[b] + r] += from[3 * b + r];
    }
  };
  for (int k = 0; k < node.count; ++k)
    for (int r = 0; r < 3; ++r) own[3 * k + r] = x(node_at_[node.first + k], r);
  add_children(true);
  solve_forward(panels_.data() + front.panel, front.shape, own, work_.data() + front.work_below());
  add_children(false);
}

void BlockCholesky::backward(int f, Points& x) {
  const Front& front = fronts_.fronts[f];
  const Supernode& node = elimination_.supernodes[f];
  double* own = work_.data() + front.work;
  double* below = work_.data() + front.work_below();
  for (std::size_t b = 0; b < front.below_work.size(); ++b)
    for (int r = 0; r < 3; ++r) below[3 * b + r] = work_[front.below_work[b] + r];
  solve_backward(panels_.data() + front.panel, front.shape, own, below);
  for (int k = 0; k < node.count; ++k)
    for (int r = 0; r < 3; ++r) x(node_at_[node.first + k], r) = own[3 * k + r];
}

void BlockCholesky::solve(Points& x) {
  const int count = static_cast<int>(fronts_.fronts.size());
  for (int f = 0; f < count; ++f) forward(f, x);
  for (int f = count - 1; f >= 0; --f) backward(f, x);
}

void BlockCholesky::solve(Points& x, Threads& threads) {
  if (!worth_sharing(threads)) return solve(x);
  const int parts = static_cast<int>(fronts_.subtrees.size());
  threads.each(parts, [&](int part) {
    for (int f = fronts_.subtrees[part].begin; f < fronts_.subtrees[part].end; ++f) forward(f, x);
  });
  for (const int f : fronts_.top) forward(f, x);
  for (std::size_t t = fronts_.top.size(); t-- > 0;) backward(fronts_.top[t], x);
  threads.each(parts, [&](int part) {
    for (int f = fronts_.subtrees[part].end - 1; f >= fronts_.subtrees[part].begin; --f) backward(f, x);
  });
}

}  // namespace isocloth
