#include "isocloth/projection/outside_metric.hpp"

#include <algorithm>
#include <cmath>

#include "isocloth/core/lanes.hpp"
#include "isocloth/core/threads.hpp"

namespace isocloth {
namespace {

/// Nodes worth handing to another thread.
constexpr int kNodesPerPart = 1024;

}  // namespace

OutsideMetric::OutsideMetric(const NodeMatrix& metric, const NodeGraph& inside)
    : begin_{0}, diagonal_(metric.rows(), 0.0), inertia_(diagonal_) {
  int index = 0;
  for (int i = 0; i < metric.rows(); ++i) {
    const auto near = inside.neighbours(i);
    for (NodeMatrix::InnerIterator entry(metric, i); entry; ++entry, ++index) {
      const int j = static_cast<int>(entry.col());
      if (j == i || std::binary_search(near.begin(), near.end(), j)) continue;
      node_.push_back(j);
      index_.push_back(index);
    }
    begin_.push_back(static_cast<int>(node_.size()));
  }
  value_.assign(node_.size(), 0.0);
}

void OutsideMetric::set_values(const NodeMatrix& metric, const std::vector<char>& held, Threads& threads) {
  const double* value = metric.valuePtr();
  const int* row = metric.outerIndexPtr();
  threads.each_range(static_cast<int>(diagonal_.size()), kNodesPerPart, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      double all = 0, outside = 0;
      for (int k = row[i]; k < row[i + 1]; ++k) all += value[k];
      for (int k = begin_[i]; k < begin_[i + 1]; ++k) {
        value_[k] = held[i] || held[node_[k]] ? 0.0 : value[index_[k]];
        outside += std::abs(value_[k]);
      }
      inertia_[i] = all;
      diagonal_[i] = outside;
    }
  });
}

void OutsideMetric::multiply(const Points& p, Points& out, Threads& threads) const {
  threads.each_range(static_cast<int>(diagonal_.size()), kNodesPerPart, [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      Lane4 sum = diagonal_[i] * load_lanes(p.data() + 3 * i);
      for (int k = begin_[i]; k < begin_[i + 1]; ++k) sum -= value_[k] * load_lanes(p.data() + 3 * node_[k]);
      store_three(out.data() + 3 * i, sum);
    }
  });
}

double OutsideMetric::condition() const {
  double share = 0;
  for (std::size_t i = 0; i < diagonal_.size(); ++i) share = std::max(share, diagonal_[i] / inertia_[i]);
  return 1 + share;
}

}  // namespace isocloth
