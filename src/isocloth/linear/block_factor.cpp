#include <algorithm>
#include <atomic>
#include <utility>

#include "isocloth/linear/block_cholesky.hpp"
#include "isocloth/linear/dense_kernels.hpp"

namespace isocloth {
namespace {

/// Less work than this is done before other threads are awake, or before they agree on who does what [flops].
constexpr double kWorthSharing = 5e6, kWorthSharingFront = 4e5;

/// Runs whose nodes in the parent lie in one of its strips.
std::pair<const Run*, const Run*> runs_in_strip(const Front& child, const std::vector<int>& begins,
                                                int strip) {
  return {child.runs.data() + begins[strip], child.runs.data() + begins[strip + 1]};
}

/// Adds the columns of some runs of a child's update, and the rows of these runs and all after them.
template <class RowOf>
void add_update(const double* update, const Front& child, std::pair<const Run*, const Run*> columns,
                double* target, std::ptrdiff_t leading, const RowOf& row_of) {
  const std::ptrdiff_t from = update_leading(child.shape.below);
  const Run* last = child.runs.data() + child.runs.size();
  for (const Run* column = columns.first; column < columns.second; ++column)
    for (const Run* row = column; row < last; ++row)
      add_block(target + 3 * column->node * leading + row_of(*row), leading,
                update + 3 * (column->source * from + row->source), from, row->count, 3 * column->count);
}

}  // namespace

void BlockCholesky::add_children_to_panel(const Front& front, int strip) {
  for (const int c : front.children) {
    const Front& child = fronts_.fronts[c];
    add_update(update_of(child), child, runs_in_strip(child, child.own_strip_runs, strip),
               panels_.data() + front.panel, kStripRows, [](const Run& run) { return run.panel; });
  }
}

void BlockCholesky::update_strip(const Front& front, int strip) {
  multiply_strip(update_of(front), panels_.data() + front.panel, front.shape, strip);
  for (const int c : front.children) {
    const Front& child = fronts_.fronts[c];
    add_update(update_of(child), child, runs_in_strip(child, child.below_strip_runs, strip), update_of(front),
               update_leading(front.shape.below), [](const Run& run) { return 3 * run.node; });
  }
}

bool BlockCholesky::factor_front(const Front& front) {
  for (int strip = 0; strip < front.shape.own_strips(); ++strip) add_children_to_panel(front, strip);
  if (!factor_panel(panels_.data() + front.panel, front.shape)) return false;
  for (int strip = 0; strip < strips_of(front.shape.below); ++strip) update_strip(front, strip);
  return true;
}

bool BlockCholesky::factor_front(const Front& front, Threads& threads) {
  if (front.flops < kWorthSharingFront) return factor_front(front);
  threads.each(front.shape.own_strips(), [&](int strip) { add_children_to_panel(front, strip); });
  if (!factor_panel_shared(front, threads)) return false;
  threads.each(strips_of(front.shape.below), [&](int strip) { update_strip(front, strip); });
  return true;
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
      if (!factor_diagonal(panel, shape, j)) definite = false;  // the others go on with what is there
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

bool BlockCholesky::worth_sharing(const Threads& threads) const {
  return threads.count() > 1 && fronts_.flops > kWorthSharing;
}

bool BlockCholesky::factor() {
  placement_ = kAlone;
  return std::all_of(fronts_.fronts.begin(), fronts_.fronts.end(),
                     [&](const Front& front) { return factor_front(front); });
}

bool BlockCholesky::factor(Threads& threads) {
  if (!worth_sharing(threads)) return factor();
  placement_ = kShared;
  std::atomic<bool> definite{true};
  threads.each(static_cast<int>(fronts_.subtrees.size()), [&](int part) {
    for (int f = fronts_.subtrees[part].begin; f < fronts_.subtrees[part].end && definite; ++f)
      if (!factor_front(fronts_.fronts[f])) definite = false;
  });
  return definite && std::all_of(fronts_.top.begin(), fronts_.top.end(),
                                 [&](int f) { return factor_front(fronts_.fronts[f], threads); });
}

}  // namespace isocloth
