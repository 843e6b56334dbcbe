#include "isocloth/linear/block_cholesky.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <utility>

#include "isocloth/linear/dense_kernels.hpp"

namespace isocloth {
namespace {

/// Less work than this is done before other threads are awake [flops].
constexpr double kWorthSharing = 2e7;
constexpr double kWorthSharingFront = 1e6;

/// Row of a node in a supernode's panel, counted in nodes; −1 where the panel has none.
int panel_row(const Supernode& s, int position) {
  if (position < s.first + s.count) return position - s.first;
  const auto found = std::lower_bound(s.below.begin(), s.below.end(), position);
  if (found == s.below.end() || *found != position) return -1;
  return s.count + static_cast<int>(found - s.below.begin());
}

/// First and last run whose nodes in the parent lie between two.
std::pair<const Run*, const Run*> runs_between(const Run* begin, const Run* end, int first_node,
                                               int end_node) {
  const auto before = [](const Run& run, int node) { return run.node < node; };
  const Run* first = std::lower_bound(begin, end, first_node, before);
  return {first, std::lower_bound(first, end, end_node, before)};
}

}  // namespace

BlockCholesky::BlockCholesky(const NodeGraph& graph)
    : elimination_(analyze_elimination(graph)), fronts_(lay_out_fronts(elimination_)) {
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

void BlockCholesky::add_children_to_panel(const Front& front, int first_node, int end_node) {
  double* panel = panels_.data() + front.panel;
  for (const int c : front.children) {
    const Front& child = fronts_.fronts[c];
    const int leading = update_leading(child.shape.below);
    const Run *runs = child.runs.data(), *last = runs + child.runs.size();
    const auto [begin, end] = runs_between(runs, runs + child.own_runs, first_node, end_node);
    for (const Run* column = begin; column < end; ++column) {
      const double* source = update_of(child) + static_cast<std::ptrdiff_t>(leading) * 3 * column->source;
      double* target = panel + static_cast<std::ptrdiff_t>(kStripRows) * 3 * column->node;
      for (const Run* row = column; row < last; ++row)
        add_block(target + row->panel, kStripRows, source + 3 * row->source, leading, row->count,
                  3 * column->count);
    }
  }
}

void BlockCholesky::add_children_to_update(const Front& front, int first_node, int end_node) {
  double* update = update_of(front);
  const std::ptrdiff_t target_leading = update_leading(front.shape.below);
  for (const int c : front.children) {
    const Front& child = fronts_.fronts[c];
    const int leading = update_leading(child.shape.below);
    const Run *runs = child.runs.data(), *last = runs + child.runs.size();
    const auto [begin, end] = runs_between(runs + child.own_runs, last, first_node, end_node);
    for (const Run* column = begin; column < end; ++column) {
      const double* source = update_of(child) + static_cast<std::ptrdiff_t>(leading) * 3 * column->source;
      double* target = update + target_leading * 3 * column->node;
      for (const Run* row = column; row < last; ++row)
        add_block(target + 3 * row->node, target_leading, source + 3 * row->source, leading, row->count,
                  3 * column->count);
    }
  }
}

void BlockCholesky::update_strip(const Front& front, int strip) {
  multiply_strip(update_of(front), panels_.data() + front.panel, front.shape, strip);
  add_children_to_update(front, kStripNodes * strip, kStripNodes * (strip + 1));
}

bool BlockCholesky::factor_front(const Front& front) {
  add_children_to_panel(front, 0, front.shape.columns / 3);
  if (!factor_panel(panels_.data() + front.panel, front.shape)) return false;
  for (int strip = 0; strip < strips_of(front.shape.below); ++strip) update_strip(front, strip);
  return true;
}

bool BlockCholesky::factor() {
  placement_ = kAlone;
  return std::all_of(fronts_.fronts.begin(), fronts_.fronts.end(),
                     [&](const Front& front) { return factor_front(front); });
}

bool BlockCholesky::worth_sharing(const Threads& threads) const {
  return threads.count() > 1 && fronts_.flops > kWorthSharing;
}

bool BlockCholesky::factor(Threads& threads) {
  if (!worth_sharing(threads)) return factor();
  placement_ = kShared;
  std::atomic<bool> definite{true};
  threads.each(static_cast<int>(fronts_.subtrees.size()), [&](int part) {
    for (int f = fronts_.subtrees[part].begin; f < fronts_.subtrees[part].end; ++f)
      if (!definite || !factor_front(fronts_.fronts[f])) {
        definite = false;
        return;
      }
  });
  for (const int f : fronts_.top) {
    if (!definite) return false;
    const Front& front = fronts_.fronts[f];
    if (front.flops < kWorthSharingFront) {
      definite = factor_front(front);
      continue;
    }
    threads.each(front.shape.own_strips(), [&](int strip) {
      add_children_to_panel(front, kStripNodes * strip,
                            std::min(kStripNodes * (strip + 1), front.shape.columns / 3));
    });
    definite = factor_panel_shared(front, threads);
    if (definite) threads.each(strips_of(front.shape.below), [&](int strip) { update_strip(front, strip); });
  }
  return definite;
}

/// Strips of rows, column by column; a part takes a few and waits for what it needs, which lower parts do.
bool BlockCholesky::factor_panel_shared(const Front& front, Threads& threads) {
  const PanelShape& shape = front.shape;
  double* panel = panels_.data() + front.panel;
  const int strips = shape.strips(), per_part = std::max(2, strips / (3 * threads.count()));
  const int groups = (strips + per_part - 1) / per_part;
  std::fill_n(progress_.begin(), strips, 0);
  std::atomic<bool> definite{true};
  const auto wait_for = [&](int strip, int columns) {
    Threads::wait_until(
        [&] { return std::atomic_ref<int>(progress_[strip]).load(std::memory_order_acquire) >= columns; });
  };
  const auto advance = [&](int strip, int columns) {
    std::atomic_ref<int>(progress_[strip]).store(columns, std::memory_order_release);
  };
  threads.each(shape.own_strips() * groups, [&](int part) {
    const int j = part / groups, group = part % groups;
    const int begin = j + 1 + group * per_part, end = std::min(begin + per_part, strips);
    if (group == 0) {
      wait_for(j, j);
      if (!factor_diagonal(panel, shape, j)) definite = false;
      advance(j, j + 1);
    }
    if (begin >= end) return;
    wait_for(j, j + 1);
    for (int i = begin; i < end; ++i) {
      wait_for(i, j);
      solve_strip(panel, shape, j, i);
      advance(i, j + 1);
    }
  });
  return definite;
}

void BlockCholesky::forward(int f, const Points& x) {
  const Front& front = fronts_.fronts[f];
  const Supernode& node = elimination_.supernodes[f];
  double* own = work_.data() + front.work;
  for (int k = 0; k < node.count; ++k)
    for (int r = 0; r < 3; ++r) own[3 * k + r] = x(node_at_[node.first + k], r);
  for (const int c : front.children) {
    const Front& child = fronts_.fronts[c];
    const double* below = work_.data() + child.work_below();
    for (int b = 0; b < child.in_panel; ++b)
      for (int r = 0; r < 3; ++r) work_[child.below_work[b] + r] += below[3 * b + r];
  }
  solve_forward(panels_.data() + front.panel, front.shape, own, work_.data() + front.work_below());
  for (const int c : front.children) {
    const Front& child = fronts_.fronts[c];
    const double* below = work_.data() + child.work_below();
    for (std::size_t b = child.in_panel; b < child.below_work.size(); ++b)
      for (int r = 0; r < 3; ++r) work_[child.below_work[b] + r] += below[3 * b + r];
  }
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
