#pragma once

/// Constraint rows as flat arrays.
///
/// Rows come in groups that depend on the same nodes (the support of the group), so that a group's share of
/// the projection matrix is one small dense block. The pattern never changes; the values are made anew at
/// each x.

#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

/// Gradients are stored as x, y, z and a zero, so that one vector register holds one.
inline constexpr int kGradientStride = 4;

struct RowPattern {
  std::vector<int> row_begin{0};       ///< rows of group g: row_begin[g] … row_begin[g+1]
  std::vector<int> node_begin{0};      ///< support of group g: nodes[node_begin[g] … node_begin[g+1])
  std::vector<int> nodes;              ///< each node at most once per group
  std::vector<int> jacobian_begin{0};  ///< group g in RowValues::jacobian
  std::vector<int> tension_begin{0};   ///< group g in RowValues::tension

  int group_count() const { return static_cast<int>(row_begin.size()) - 1; }
  int row_count() const { return row_begin.back(); }

  /// Rows before this one are constraints, which a converged step meets; those from it on are springs, which
  /// only pull.
  int constraint_rows = 0;
  int constraint_groups = 0;

  /// Appends a group of `rows` rows on `support`.
  void add_group(int rows, const std::vector<int>& support) {
    const int size = static_cast<int>(support.size());
    nodes.insert(nodes.end(), support.begin(), support.end());
    node_begin.push_back(static_cast<int>(nodes.size()));
    row_begin.push_back(row_begin.back() + rows);
    jacobian_begin.push_back(jacobian_begin.back() + kGradientStride * rows * size);
    tension_begin.push_back(tension_begin.back() + size * size);
  }
};

struct RowValues {
  Vector c;                      ///< value of each row; 0 where the constraint is met
  std::vector<double> jacobian;  ///< per group: [row][support node][x, y, z, 0]
  std::vector<double> tension;   ///< per group: [support node][support node], see QuadraticRows

  explicit RowValues(const RowPattern& pattern)
      : c(Vector::Zero(pattern.row_count())),
        jacobian(pattern.jacobian_begin.back(), 0.0),
        tension(pattern.tension_begin.back(), 0.0) {}
};

}  // namespace isocloth
