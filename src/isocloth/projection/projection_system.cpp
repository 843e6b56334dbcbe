#include "isocloth/projection/projection_system.hpp"

#include <cassert>
#include <utility>

namespace isocloth {
namespace {

NodeGraph coupling(const RowPattern& pattern, const NodeMatrix& metric) {
  std::vector<std::vector<int>> sets;
  for (int g = 0; g < pattern.group_count(); ++g)
    sets.emplace_back(pattern.nodes.begin() + pattern.node_begin[g],
                      pattern.nodes.begin() + pattern.node_begin[g + 1]);
  for (Eigen::Index i = 0; i < metric.rows(); ++i)
    for (NodeMatrix::InnerIterator entry(metric, i); entry; ++entry)
      if (entry.col() != i) sets.push_back({static_cast<int>(i), static_cast<int>(entry.col())});
  return graph_of_cliques(static_cast<int>(metric.rows()), sets);
}

}  // namespace

ProjectionSystem::ProjectionSystem(const RowPattern& pattern, const NodeMatrix& metric)
    : pattern_(pattern), cholesky_(coupling(pattern, metric)) {
  for (int g = 0; g < pattern.group_count(); ++g) {
    const int* nodes = pattern.nodes.data() + pattern.node_begin[g];
    const int size = pattern.node_begin[g + 1] - pattern.node_begin[g];
    for (int i = 0; i < size; ++i)
      for (int j = 0; j <= i; ++j) {
        int later = i, earlier = j;
        if (cholesky_.position(nodes[later]) < cholesky_.position(nodes[earlier])) std::swap(later, earlier);
        pairs_.push_back({cholesky_.slot(nodes[later], nodes[earlier]), later, earlier});
      }
    pair_begin_.push_back(static_cast<int>(pairs_.size()));
  }
  int value_index = 0;
  for (int i = 0; i < metric.rows(); ++i)
    for (NodeMatrix::InnerIterator entry(metric, i); entry; ++entry, ++value_index) {
      const int j = static_cast<int>(entry.col());
      if (cholesky_.position(i) >= cholesky_.position(j))
        metric_entries_.push_back({cholesky_.slot(i, j), i, j, value_index});
    }
  for (int i = 0; i < metric.rows(); ++i) diagonal_.push_back(cholesky_.slot(i, i));
}

bool ProjectionSystem::factor(const NodeMatrix& metric, const RowValues& values,
                              const Eigen::Ref<const Vector>& weights, bool with_tension,
                              const std::vector<char>& held) {
  assert(metric.isCompressed());
  cholesky_.set_zero();
  add_metric(metric, held);
  for (int g = 0; g < pattern_.group_count(); ++g) add_group(g, values, weights, with_tension, held);
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!held[i]) continue;
    double* block = cholesky_.values() + diagonal_[i].offset;
    for (int a = 0; a < 3; ++a) block[a + a * diagonal_[i].leading] = 1;
  }
  return cholesky_.factor();
}

void ProjectionSystem::add_metric(const NodeMatrix& metric, const std::vector<char>& held) {
  for (const MetricEntry& entry : metric_entries_) {
    if (held[entry.row] || held[entry.column]) continue;
    double* block = cholesky_.values() + entry.slot.offset;
    for (int a = 0; a < 3; ++a) block[a + a * entry.slot.leading] += metric.valuePtr()[entry.value_index];
  }
}

void ProjectionSystem::add_group(int group, const RowValues& values, const Eigen::Ref<const Vector>& weights,
                                 bool with_tension, const std::vector<char>& held) {
  const int* nodes = pattern_.nodes.data() + pattern_.node_begin[group];
  const int size = pattern_.node_begin[group + 1] - pattern_.node_begin[group];
  const int rows = pattern_.row_begin[group + 1] - pattern_.row_begin[group];
  const double* weight = weights.data() + pattern_.row_begin[group];
  const double* jacobian = values.jacobian.data() + pattern_.jacobian_begin[group];
  const double* tension = values.tension.data() + pattern_.tension_begin[group];
  for (int p = pair_begin_[group]; p < pair_begin_[group + 1]; ++p) {
    const Pair& pair = pairs_[p];
    if (held[nodes[pair.later]] || held[nodes[pair.earlier]]) continue;
    const double sideways = with_tension ? tension[pair.later * size + pair.earlier] : 0.0;
    double block[9] = {sideways, 0, 0, 0, sideways, 0, 0, 0, sideways};  // column-major
    for (int r = 0; r < rows; ++r) {
      const double* u = jacobian + 3 * (r * size + pair.later);
      const double* v = jacobian + 3 * (r * size + pair.earlier);
      for (int c = 0; c < 3; ++c) {
        const double scaled = weight[r] * v[c];
        for (int a = 0; a < 3; ++a) block[3 * c + a] += scaled * u[a];
      }
    }
    double* target = cholesky_.values() + pair.slot.offset;
    for (int c = 0; c < 3; ++c)
      for (int a = 0; a < 3; ++a) target[a + c * pair.slot.leading] += block[3 * c + a];
  }
}

}  // namespace isocloth
