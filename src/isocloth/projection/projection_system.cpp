#include "isocloth/projection/projection_system.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "isocloth/core/lanes.hpp"
#include "isocloth/core/threads.hpp"

namespace isocloth {
namespace {

/// Blocks worth handing to another thread.
constexpr int kBlocksPerPart = 4096;

constexpr Lane4 kUnit[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};

/// Adds w uvᵀ of each of Rows rows to columns of its own: sums that do not wait for each other.
template <int Rows>
inline void add_products(const double* u, const double* v, int stride, const double* weight,
                         Lane4 (&column)[3][3]) {
  for (int r = 0; r < Rows; ++r, u += stride, v += stride) {
    const Lane4 weighted = weight[r] * load_lanes(u);
    for (int c = 0; c < 3; ++c) column[r][c] += weighted * v[c];
  }
}

}  // namespace

ProjectionSystem::ProjectionSystem(const RowPattern& pattern, const NodeMatrix& metric, Threads& threads)
    : ProjectionSystem(pattern, metric, split_matrix(pattern, metric, threads), threads) {}

ProjectionSystem::ProjectionSystem(const RowPattern& pattern, const NodeMatrix& metric, MatrixSplit split,
                                   Threads& threads)
    : pattern_(pattern),
      metric_(metric),
      threads_(threads),
      cholesky_(std::move(split.cholesky)),
      outside_(std::move(split.outside)),
      gradients_(is_iterative() ? static_cast<int>(metric.rows()) : 0),
      metric_value_(metric.valuePtr()) {
  assert(metric.isCompressed());
  find_pair_shares();
  place_blocks();
}

void ProjectionSystem::couple(std::span<const std::array<int, 2>> pairs) {
  const bool iterative = is_iterative();
  coupled_.assign(pairs.begin(), pairs.end());
  if (alone_.size() == 0) alone_ = coupled_nodes(pattern_, metric_, !iterative);
  const NodeGraph graph = with_pairs(alone_, pairs);
  const auto effort = pairs.empty() ? OrderingEffort::thorough : OrderingEffort::quick;  // as at first
  cholesky_ = BlockCholesky(graph, effort);
  if (iterative) outside_ = OutsideMetric(metric_, graph);
  place_blocks();
}

void ProjectionSystem::find_pair_shares() {
  for (int g = 0; g < pattern_.group_count(); ++g) {
    const int* nodes = pattern_.nodes.data() + pattern_.node_begin[g];
    const int size = pattern_.node_begin[g + 1] - pattern_.node_begin[g];
    for (int a = 0; a < size; ++a)
      for (int b = 0; b <= a; ++b) {
        const bool in_order = nodes[a] >= nodes[b];
        pair_shares_.push_back({in_order ? nodes[a] : nodes[b], in_order ? nodes[b] : nodes[a], g,
                                in_order ? a : b, in_order ? b : a});
      }
  }
  std::stable_sort(pair_shares_.begin(), pair_shares_.end(),
                   [](const PairShare& p, const PairShare& q) { return p.i != q.i ? p.i < q.i : p.j < q.j; });
}

/// Where each block lies, and what it is summed from, in the order of the factor's columns.
void ProjectionSystem::place_blocks() {
  struct Place {
    int column, row;                  ///< in the order of elimination
    int i, j;                         ///< nodes
    std::size_t first = 0, last = 0;  ///< shares
    int metric_index = -1;
  };
  const auto nodes = static_cast<int>(metric_.rows());
  std::vector<Place> places;
  places.reserve(pair_shares_.size() / 2 + nodes);
  diagonal_.assign(nodes, 0);
  std::size_t share = 0;
  int value = 0;
  for (int i = 0; i < nodes; ++i) {
    const std::size_t first_of_node = places.size();
    const auto add = [&](int j, std::size_t first, std::size_t last) {
      const int a = cholesky_.position(i), b = cholesky_.position(j);
      places.push_back({std::min(a, b), std::max(a, b), i, j, first, last});
    };
    while (share < pair_shares_.size() && pair_shares_[share].i == i) {
      std::size_t last = share;
      while (last < pair_shares_.size() && pair_shares_[last].i == i &&
             pair_shares_[last].j == pair_shares_[share].j)
        ++last;
      add(pair_shares_[share].j, share, last);
      share = last;
    }
    const auto find = [&](int j) {
      return std::find_if(places.begin() + static_cast<std::ptrdiff_t>(first_of_node), places.end(),
                          [&](const Place& p) { return p.j == j; });
    };
    if (find(i) == places.end()) add(i, 0, 0);
    for (NodeMatrix::InnerIterator entry(metric_, i); entry; ++entry, ++value) {
      const auto j = static_cast<int>(entry.col());
      if (j > i) continue;
      auto at = find(j);
      if (at == places.end()) {
        const bool is_inside =
            !is_iterative() || std::binary_search(coupled_.begin(), coupled_.end(), std::array<int, 2>{j, i});
        if (!is_inside) continue;
        add(j, 0, 0);
        at = places.end() - 1;
      }
      at->metric_index = value;
      if (i == j) diagonal_[i] = value;
    }
  }
  std::sort(places.begin(), places.end(), [](const Place& p, const Place& q) {
    return p.column != q.column ? p.column < q.column : p.row < q.row;
  });
  blocks_.clear();
  shares_.clear();
  for (const Place& p : places)
    place_block(pair_shares_.data() + p.first, pair_shares_.data() + p.last, p.i, p.j, p.metric_index);
}

void ProjectionSystem::place_block(const PairShare* first, const PairShare* last, int i, int j,
                                   int metric_index) {
  const bool in_order = cholesky_.position(i) >= cholesky_.position(j);
  for (const PairShare* s = first; s != last; ++s) {
    const int g = s->group, begin = pattern_.jacobian_begin[g];
    const int size = pattern_.node_begin[g + 1] - pattern_.node_begin[g];
    const int at_later = in_order ? s->at_i : s->at_j, at_earlier = in_order ? s->at_j : s->at_i;
    shares_.push_back({begin + kGradientStride * at_later, begin + kGradientStride * at_earlier,
                       kGradientStride * size, pattern_.row_begin[g],
                       pattern_.row_begin[g + 1] - pattern_.row_begin[g],
                       pattern_.tension_begin[g] + at_later * size + at_earlier});
  }
  const int later = in_order ? i : j, earlier = in_order ? j : i;
  blocks_.push_back(
      {cholesky_.slot(later, earlier), later, earlier, static_cast<int>(shares_.size()), metric_index});
}

void ProjectionSystem::assemble(const NodeMatrix& metric, const RowValues& values, const Vector& weights,
                                bool with_tension, const std::vector<char>& held) {
  cholesky_.set_zero(threads_);
  metric_value_ = metric.valuePtr();
  if (is_iterative()) outside_.set_values(metric, held, threads_);
  threads_.each_range(static_cast<int>(blocks_.size()), kBlocksPerPart, [&](int first, int last) {
    assemble_blocks(first, last, metric, values, weights, with_tension, held);
  });
}

Eigen::Matrix3d ProjectionSystem::diagonal(int node) const {
  const BlockSlot slot = cholesky_.slot(node, node);
  Eigen::Matrix3d block;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c <= r; ++c)
      block(r, c) = block(c, r) = cholesky_.values()[slot.offset + r + c * slot.leading];
  if (is_iterative()) block.diagonal().array() -= outside_.diagonal(node);
  return block;
}

bool ProjectionSystem::has_place(int i, int j) const {
  const bool in_order = cholesky_.position(i) >= cholesky_.position(j);
  return in_order ? cholesky_.has_slot(i, j) : cholesky_.has_slot(j, i);
}

void ProjectionSystem::add(int i, int j, const Eigen::Matrix3d& block) {
  const bool in_order = cholesky_.position(i) >= cholesky_.position(j);
  const BlockSlot slot = in_order ? cholesky_.slot(i, j) : cholesky_.slot(j, i);
  double* target = cholesky_.values() + slot.offset;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) target[r + c * slot.leading] += in_order ? block(r, c) : block(c, r);
}

bool ProjectionSystem::factor() { return cholesky_.factor(threads_); }

void ProjectionSystem::borrow_factor(const NodeMatrix& metric, const std::vector<char>& held,
                                     BlockCholesky::Numbers& kept) {
  if (is_iterative()) outside_.set_values(metric, held, threads_);
  cholesky_.exchange_values(kept);
}

void ProjectionSystem::solve(Points& x, double tolerance) {
  if (is_iterative())
    gradients_.solve(*this, tolerance, 0, x);
  else
    cholesky_.solve(x, threads_);
}

void ProjectionSystem::multiply_outside(const Points& p, Points& out) {
  if (is_iterative())
    outside_.multiply(p, out, threads_);
  else
    out.setZero();
}

double ProjectionSystem::inertia(int node) const {
  return is_iterative() ? outside_.inertia(node) : metric_value_[diagonal_[node]];
}

void ProjectionSystem::assemble_blocks(int first, int last, const NodeMatrix& metric, const RowValues& values,
                                       const Vector& weights, bool with_tension,
                                       const std::vector<char>& held) {
  const double *jacobian = values.jacobian.data(), *weight = weights.data(),
               *metric_value = metric.valuePtr();
  const bool makes_up = is_iterative();
  int s = first == 0 ? 0 : blocks_[first - 1].share_end;
  for (int b = first; b < last; ++b) {
    const Block& block = blocks_[b];
    double* target = cholesky_.values() + block.slot.offset;
    if (held[block.later] || held[block.earlier]) {
      for (int a = 0; a < 3 && block.later == block.earlier; ++a) target[a + a * block.slot.leading] = 1;
      s = block.share_end;
      continue;
    }
    Lane4 column[3][3] = {};
    double sideways = block.metric_index < 0 ? 0.0 : metric_value[block.metric_index];
    if (makes_up && block.later == block.earlier) sideways += outside_.diagonal(block.later);
    for (; s < block.share_end; ++s) {
      const Share& share = shares_[s];
      const double *u = jacobian + share.later, *v = jacobian + share.earlier;
      if (with_tension) sideways += values.tension[share.tension];
      if (share.rows == 3)
        add_products<3>(u, v, share.stride, weight + share.row, column);
      else if (share.rows == 2)
        add_products<2>(u, v, share.stride, weight + share.row, column);
      else
        add_products<1>(u, v, share.stride, weight + share.row, column);
    }
    for (int c = 0; c < 3; ++c)
      store_three(target + c * block.slot.leading,
                  column[0][c] + column[1][c] + column[2][c] + sideways * kUnit[c]);
  }
}

}  // namespace isocloth
