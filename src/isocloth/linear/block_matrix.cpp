#include "isocloth/linear/block_matrix.hpp"

#include <algorithm>
#include <cassert>

#include "isocloth/core/lanes.hpp"
#include "isocloth/core/threads.hpp"

// Compiled with -ffp-contract=fast, as dense_kernels.cpp.

namespace isocloth {
namespace {

/// Rows worth handing to another thread, and values to clear.
constexpr int kRowsPerPart = 512, kClearedPerPart = 1 << 18;

/// Products load four numbers where a column has three.
constexpr int kReadPast = 1;

}  // namespace

BlockMatrix::BlockMatrix(const NodeGraph& graph, const std::vector<int>& position) : position_(position) {
  const int n = graph.size();
  std::vector<int> node_at(n), below;
  for (int i = 0; i < n; ++i) node_at[position[i]] = i;
  std::vector<std::vector<Factor>> in_row(n), in_column(n);
  for (int k = 0; k < n; ++k) {
    const int node = node_at[k];
    below = {k};
    for (const int j : graph.neighbours(node))
      if (position[j] > k) below.push_back(position[j]);
    std::sort(below.begin(), below.end());
    column_begin_.push_back(static_cast<int>(places_.size()));
    for (const int row : below) {
      const int block = static_cast<int>(places_.size());
      in_row[row].push_back({block, node});
      if (row != k) in_column[k].push_back({block, node_at[row]});
      places_.push_back({node_at[row], node});
    }
  }
  column_begin_.push_back(static_cast<int>(places_.size()));
  for (int k = 0; k < n; ++k) {
    factors_.insert(factors_.end(), in_row[k].begin(), in_row[k].end());
    const int middle = static_cast<int>(factors_.size());
    factors_.insert(factors_.end(), in_column[k].begin(), in_column[k].end());
    rows_.push_back({node_at[k], middle, static_cast<int>(factors_.size())});
  }
  values_.assign(kBlockSize * places_.size() + kReadPast, 0.0);
}

BlockSlot BlockMatrix::slot(int later, int earlier) const {
  const int column = position_[earlier];
  const auto begin = places_.begin() + column_begin_[column],
             end = places_.begin() + column_begin_[column + 1];
  const auto found = std::lower_bound(begin, end, position_[later], [&](const Place& place, int row) {
    return position_[place.later] < row;
  });
  assert(found != end && found->later == later);
  return {kBlockSize * (found - places_.begin()), 3};
}

void BlockMatrix::set_zero(Threads& threads) {
  threads.each_range(static_cast<int>(values_.size()), kClearedPerPart, [&](int first, int last) {
    std::fill(values_.begin() + first, values_.begin() + last, 0.0);
  });
}

void BlockMatrix::multiply(const Points& x, Points& out, Threads& threads) const {
  threads.each_range(static_cast<int>(rows_.size()), kRowsPerPart,
                     [&](int first, int last) { multiply_rows(first, last, x, out); });
}

void BlockMatrix::multiply_rows(int first, int last, const Points& x, Points& out) const {
  int f = first == 0 ? 0 : rows_[first - 1].end;
  for (int k = first; k < last; ++k) {
    const Row& row = rows_[k];
    Lane4 sum[3] = {}, dot[3] = {};  // what the columns add up to; what they are multiplied with
    for (; f < row.middle; ++f) {
      const double *values = block(factors_[f].block), *from = x.data() + 3 * factors_[f].node;
      for (int c = 0; c < 3; ++c) sum[c] += load_lanes(values + 3 * c) * from[c];
    }
    for (; f < row.end; ++f) {
      const double *values = block(factors_[f].block), *from = x.data() + 3 * factors_[f].node;
      const Lane4 value = {from[0], from[1], from[2], 0};
      for (int c = 0; c < 3; ++c) dot[c] += load_lanes(values + 3 * c) * value;
    }
    const Lane4 total = sum[0] + sum[1] + sum[2] + sums(dot[0], dot[1], dot[2], Lane4{});
    for (int a = 0; a < 3; ++a) out(row.node, a) = total[a];
  }
}

}  // namespace isocloth
