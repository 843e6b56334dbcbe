#include "isocloth/projection/projection_system.hpp"

#include <cassert>
#include <map>
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
    : threads_(threads),
      cholesky_(std::move(split.cholesky)),
      outside_(std::move(split.outside)),
      solves_(split.solves),
      gradients_(is_iterative() ? static_cast<int>(metric.rows()) : 0) {
  assert(metric.isCompressed());
  struct Parts {
    std::vector<Share> shares;
    int metric_index = -1;
  };
  using Place = std::pair<int, int>;  // column and row in the order of elimination
  std::map<Place, Parts> parts;
  const auto place = [&](int i, int j) {
    const int a = cholesky_.position(i), b = cholesky_.position(j);
    return a < b ? Place(a, b) : Place(b, a);
  };
  std::vector<int> node_at(metric.rows());
  for (int i = 0; i < metric.rows(); ++i) {
    node_at[cholesky_.position(i)] = i;
    parts[place(i, i)];
  }
  for (int g = 0; g < pattern.group_count(); ++g) {
    const int* nodes = pattern.nodes.data() + pattern.node_begin[g];
    const int size = pattern.node_begin[g + 1] - pattern.node_begin[g];
    for (int i = 0; i < size; ++i)
      for (int j = 0; j <= i; ++j) {
        const bool in_order = cholesky_.position(nodes[i]) >= cholesky_.position(nodes[j]);
        const int later = in_order ? i : j, earlier = in_order ? j : i;
        const int begin = pattern.jacobian_begin[g];
        parts[place(nodes[i], nodes[j])].shares.push_back(
            {begin + kGradientStride * later, begin + kGradientStride * earlier, kGradientStride * size,
             pattern.row_begin[g], pattern.row_begin[g + 1] - pattern.row_begin[g],
             pattern.tension_begin[g] + later * size + earlier});
      }
  }
  int value_index = 0;
  for (int i = 0; i < metric.rows(); ++i)
    for (NodeMatrix::InnerIterator entry(metric, i); entry; ++entry, ++value_index) {
      const Place at = place(i, static_cast<int>(entry.col()));
      if (!is_iterative() || parts.contains(at)) parts[at].metric_index = value_index;
    }

  for (auto& [at, part] : parts) {
    const int earlier = node_at[at.first], later = node_at[at.second];
    shares_.insert(shares_.end(), part.shares.begin(), part.shares.end());
    blocks_.push_back({cholesky_.slot(later, earlier), later, earlier, static_cast<int>(shares_.size()),
                       part.metric_index});
  }
}

void ProjectionSystem::assemble(const NodeMatrix& metric, const RowValues& values, const Vector& weights,
                                bool with_tension, const std::vector<char>& held) {
  cholesky_.set_zero(threads_);
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

void ProjectionSystem::add(int i, int j, const Eigen::Matrix3d& block) {
  const bool in_order = cholesky_.position(i) >= cholesky_.position(j);
  const BlockSlot slot = in_order ? cholesky_.slot(i, j) : cholesky_.slot(j, i);
  double* target = cholesky_.values() + slot.offset;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) target[r + c * slot.leading] += in_order ? block(r, c) : block(c, r);
}

bool ProjectionSystem::factor() { return cholesky_.factor(threads_); }

void ProjectionSystem::solve(Points& x, double tolerance) {
  if (is_iterative())
    gradients_.solve(cholesky_, outside_, tolerance, x, threads_);
  else
    cholesky_.solve(x, threads_);
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
