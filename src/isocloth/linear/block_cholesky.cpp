#include "isocloth/linear/block_cholesky.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "isocloth/linear/dense_kernels.hpp"

namespace isocloth {
namespace {

/// Row of a node in a supernode's panel, counted in nodes; −1 where the panel has none.
int panel_row(const Supernode& s, int position) {
  if (position < s.first + s.count) return position - s.first;
  const auto found = std::lower_bound(s.below.begin(), s.below.end(), position);
  if (found == s.below.end() || *found != position) return -1;
  return s.count + static_cast<int>(found - s.below.begin());
}

std::ptrdiff_t update_size(const Supernode& s) {
  const int rows = 3 * static_cast<int>(s.below.size());
  return static_cast<std::ptrdiff_t>(rows) * padded_rows(rows);
}

}  // namespace

BlockCholesky::BlockCholesky(const NodeGraph& graph) : elimination_(analyze_elimination(graph)) {
  const auto& supernodes = elimination_.supernodes;
  const int count = static_cast<int>(supernodes.size());
  children_.resize(count);
  row_in_parent_.resize(count);
  update_begin_.resize(count);

  std::ptrdiff_t panel_end = 0, top = 0, highest = 0;
  int most_below = 0;
  for (int s = 0; s < count; ++s) {
    const Supernode& node = supernodes[s];
    panel_begin_.push_back(panel_end);
    leading_.push_back(padded_rows(3 * node.rows()));
    panel_end += static_cast<std::ptrdiff_t>(leading_[s]) * 3 * node.count;
    if (node.parent >= 0) {
      children_[node.parent].push_back(s);
      for (const int below : node.below)
        row_in_parent_[s].push_back(panel_row(supernodes[node.parent], below));
    }
    // postorder: the children's updates are the topmost on the stack; this one is made above them, then moved
    // down
    const std::ptrdiff_t base = children_[s].empty() ? top : update_begin_[children_[s].front()];
    highest = std::max(highest, top + update_size(node));
    update_begin_[s] = base;
    top = base + update_size(node);
    most_below = std::max(most_below, static_cast<int>(node.below.size()));
  }
  panels_.assign(panel_end, 0.0);
  stack_.assign(highest + 4, 0.0);
  ordered_.assign(3 * elimination_.position.size(), 0.0);
  gathered_.assign(3 * most_below + 4, 0.0);
}

BlockSlot BlockCholesky::slot(int later, int earlier) const {
  const int row_position = position(later), column_position = position(earlier);
  assert(row_position >= column_position);
  const int s = elimination_.supernode_of[column_position];
  const Supernode& node = elimination_.supernodes[s];
  const int row = panel_row(node, row_position);
  assert(row >= 0);
  return {panel_begin_[s] + 3 * row +
              static_cast<std::ptrdiff_t>(leading_[s]) * 3 * (column_position - node.first),
          leading_[s]};
}

void BlockCholesky::set_zero() { std::fill(panels_.begin(), panels_.end(), 0.0); }

void BlockCholesky::add_child_update(int child, double* update, int update_leading) {
  const int s = elimination_.supernodes[child].parent;
  const std::vector<int>& rows = row_in_parent_[child];
  const int size = static_cast<int>(rows.size()), own = elimination_.supernodes[s].count;
  const int child_leading = padded_rows(3 * size);
  const double* source = stack_.data() + update_begin_[child];
  for (int j = 0; j < size; ++j) {
    const bool in_panel = rows[j] < own;
    const int leading = in_panel ? leading_[s] : update_leading;
    double* target =
        in_panel ? panels_.data() + panel_begin_[s] + static_cast<std::ptrdiff_t>(leading) * 3 * rows[j]
                 : update + static_cast<std::ptrdiff_t>(leading) * 3 * (rows[j] - own) - 3 * own;
    for (int c = 0; c < 3; ++c, source += child_leading, target += leading)
      for (int i = j; i < size; ++i)
        for (int r = 0; r < 3; ++r) target[3 * rows[i] + r] += source[3 * i + r];
  }
}

bool BlockCholesky::factor() {
  std::ptrdiff_t top = 0;
  for (int s = 0; s < static_cast<int>(elimination_.supernodes.size()); ++s) {
    const Supernode& node = elimination_.supernodes[s];
    const int below = 3 * static_cast<int>(node.below.size()), columns = 3 * node.count;
    const int update_leading = padded_rows(below);
    double* update = stack_.data() + top;
    std::fill(update, update + update_size(node), 0.0);
    for (const int child : children_[s]) add_child_update(child, update, update_leading);

    double* panel = panels_.data() + panel_begin_[s];
    if (!factor_panel(panel, leading_[s], 3 * node.rows(), columns)) return false;
    subtract_product(update, update_leading, panel + columns, leading_[s], below, columns);

    double* settled = stack_.data() + update_begin_[s];
    if (settled != update) std::memmove(settled, update, sizeof(double) * update_size(node));
    top = update_begin_[s] + update_size(node);
  }
  return true;
}

void BlockCholesky::forward(int s) {
  const Supernode& node = elimination_.supernodes[s];
  const int columns = 3 * node.count, below = 3 * static_cast<int>(node.below.size()), leading = leading_[s];
  double* own = ordered_.data() + 3 * node.first;
  std::fill_n(gathered_.begin(), below, 0.0);
  const double* column = panels_.data() + panel_begin_[s];
  for (int j = 0; j < columns; ++j, column += leading) {
    const double value = own[j] /= column[j];
    for (int i = j + 1; i < columns; ++i) own[i] -= value * column[i];
    for (int i = 0; i < below; ++i) gathered_[i] += value * column[columns + i];
  }
  for (std::size_t b = 0; b < node.below.size(); ++b)
    for (int r = 0; r < 3; ++r) ordered_[3 * node.below[b] + r] -= gathered_[3 * b + r];
}

void BlockCholesky::backward(int s) {
  const Supernode& node = elimination_.supernodes[s];
  const int columns = 3 * node.count, below = 3 * static_cast<int>(node.below.size()), leading = leading_[s];
  double* own = ordered_.data() + 3 * node.first;
  for (std::size_t b = 0; b < node.below.size(); ++b)
    for (int r = 0; r < 3; ++r) gathered_[3 * b + r] = ordered_[3 * node.below[b] + r];
  for (int j = columns - 1; j >= 0; --j) {
    const double* column = panels_.data() + panel_begin_[s] + static_cast<std::ptrdiff_t>(leading) * j;
    double sum = own[j];
    for (int i = j + 1; i < columns; ++i) sum -= column[i] * own[i];
    for (int i = 0; i < below; ++i) sum -= column[columns + i] * gathered_[i];
    own[j] = sum / column[j];
  }
}

void BlockCholesky::solve(Points& x) {
  const auto& position = elimination_.position;
  for (std::size_t i = 0; i < position.size(); ++i)
    for (int r = 0; r < 3; ++r) ordered_[3 * position[i] + r] = x(i, r);
  const int count = static_cast<int>(elimination_.supernodes.size());
  for (int s = 0; s < count; ++s) forward(s);
  for (int s = count - 1; s >= 0; --s) backward(s);
  for (std::size_t i = 0; i < position.size(); ++i)
    for (int r = 0; r < 3; ++r) x(i, r) = ordered_[3 * position[i] + r];
}

double BlockCholesky::factor_flops() const {
  double flops = 0;
  for (const Supernode& s : elimination_.supernodes)
    for (int j = 0; j < 3 * s.count; ++j) {
      const double column = 3.0 * s.rows() - j;
      flops += column * column;
    }
  return flops;
}

}  // namespace isocloth
