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
  for (Numbers& work : reached_work_) work.assign(fronts_.work_size, 0.0);
  is_reached_.assign(fronts_.fronts.size(), 0);
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

bool BlockCholesky::has_slot(int later, int earlier) const {
  const int column = position(earlier);
  return panel_row(elimination_.supernodes[elimination_.supernode_of[column]], position(later)) >= 0;
}

void BlockCholesky::set_zero() { std::fill(panels_.begin(), panels_.end(), 0.0); }

void BlockCholesky::set_zero(Threads& threads) {
  threads.each_range(static_cast<int>(panels_.size()), kClearedPerPart, [&](int first, int last) {
    std::fill(panels_.begin() + first, panels_.begin() + last, 0.0);
  });
}

/// The right-hand side is in `work` already.
template <bool OnlyReached>
void BlockCholesky::forward(int f, Numbers& work) {
  const Front& front = fronts_.fronts[f];
  const auto add_children = [&](bool to_own) {
    for (const int c : front.children) {
      if (OnlyReached && !is_reached_[c]) continue;
      const Front& child = fronts_.fronts[c];
      const double* from = work.data() + child.work_below();
      const int end = to_own ? child.in_panel : child.shape.below / 3;
      for (int b = to_own ? 0 : child.in_panel; b < end; ++b)
        for (int r = 0; r < 3; ++r) work[child.below_work[b] + r] += from[3 * b + r];
    }
  };
  add_children(true);
  solve_forward(panels_.data() + front.panel, front.shape, work.data() + front.work,
                work.data() + front.work_below());
  add_children(false);
}

void BlockCholesky::forward(int f, const Points& x) {
  const Supernode& node = elimination_.supernodes[f];
  double* own = work_.data() + fronts_.fronts[f].work;
  for (int k = 0; k < node.count; ++k)
    for (int r = 0; r < 3; ++r) own[3 * k + r] = x(node_at_[node.first + k], r);
  forward<false>(f, work_);
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

void BlockCholesky::forward(const Points& x, Threads& threads) {
  const int count = static_cast<int>(fronts_.fronts.size());
  if (!worth_sharing(threads)) {
    for (int f = 0; f < count; ++f) forward(f, x);
    return;
  }
  threads.each(static_cast<int>(fronts_.subtrees.size()), [&](int part) {
    for (int f = fronts_.subtrees[part].begin; f < fronts_.subtrees[part].end; ++f) forward(f, x);
  });
  for (const int f : fronts_.top) forward(f, x);
}

void BlockCholesky::backward(Points& x, Threads& threads) {
  const int count = static_cast<int>(fronts_.fronts.size());
  if (!worth_sharing(threads)) {
    for (int f = count - 1; f >= 0; --f) backward(f, x);
    return;
  }
  for (std::size_t t = fronts_.top.size(); t-- > 0;) backward(fronts_.top[t], x);
  threads.each(static_cast<int>(fronts_.subtrees.size()), [&](int part) {
    for (int f = fronts_.subtrees[part].end - 1; f >= fronts_.subtrees[part].begin; --f) backward(f, x);
  });
}

void BlockCholesky::solve(Points& x, Threads& threads) {
  forward(x, threads);
  backward(x, threads);
}

void BlockCholesky::solve_lower(const Points& x, double* y, Threads& threads) {
  forward(x, threads);
  for (std::size_t f = 0; f < fronts_.fronts.size(); ++f) {
    const Supernode& node = elimination_.supernodes[f];
    std::copy_n(work_.data() + fronts_.fronts[f].work, 3 * node.count, y + 3 * node.first);
  }
}

void BlockCholesky::solve_upper(const double* y, Points& x, Threads& threads) {
  for (std::size_t f = 0; f < fronts_.fronts.size(); ++f) {
    const Supernode& node = elimination_.supernodes[f];
    std::copy_n(y + 3 * node.first, 3 * node.count, work_.data() + fronts_.fronts[f].work);
  }
  backward(x, threads);
}

void BlockCholesky::list_reached(std::span<const int> nodes, Reach& reach) {
  std::fill(is_reached_.begin(), is_reached_.end(), char{0});
  for (const int node : nodes)
    for (int f = elimination_.supernode_of[position(node)]; f >= 0 && !is_reached_[f];
         f = elimination_.supernodes[f].parent)
      is_reached_[f] = 1;
  reach.clear();
  for (std::size_t f = 0; f < is_reached_.size(); ++f) {
    if (!is_reached_[f]) continue;
    const int begin = 3 * elimination_.supernodes[f].first, count = 3 * elimination_.supernodes[f].count;
    if (!reach.empty() && reach.back().second == begin)
      reach.back().second += count;
    else
      reach.emplace_back(begin, begin + count);
  }
}

void BlockCholesky::solve_lower(std::span<const int> nodes, std::span<const double> weights, double* y,
                                std::ptrdiff_t leading, Reach& reach) {
  list_reached(nodes, reach);
  for (std::size_t f = 0; f < is_reached_.size(); ++f) {
    if (!is_reached_[f]) continue;
    const Supernode& supernode = elimination_.supernodes[f];
    for (int c = 0; c < 3; ++c) {  // while the panel is near
      double* const own = reached_work_[c].data() + fronts_.fronts[f].work;
      std::fill_n(own, 3 * supernode.count, 0.0);
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const int at = position(nodes[i]) - supernode.first;
        if (at >= 0 && at < supernode.count) own[3 * at + c] += weights[i];
      }
      forward<true>(static_cast<int>(f), reached_work_[c]);
    }
  }
  for (std::size_t f = 0; f < is_reached_.size(); ++f) {
    if (!is_reached_[f]) continue;
    const Supernode& supernode = elimination_.supernodes[f];
    for (int c = 0; c < 3; ++c)
      std::copy_n(reached_work_[c].data() + fronts_.fronts[f].work, 3 * supernode.count,
                  y + c * leading + 3 * supernode.first);
  }
}

}  // namespace isocloth
