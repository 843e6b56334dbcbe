#pragma once

/// Constraint rows as flat arrays: what a constraint hands to the projection, which knows nothing else of it.
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
  std::vector<double> tension;   ///< per group: [support node][support node], see RowSource::tension

  explicit RowValues(const RowPattern& pattern)
      : c(Vector::Zero(pattern.row_count())),
        jacobian(pattern.jacobian_begin.back(), 0.0),
        tension(pattern.tension_begin.back(), 0.0) {}
};

/// Something that has rows. Each function works on the groups from `first` up to `last`, and groups do not
/// touch each other's values: threads may share them.
class RowSource {
 public:
  virtual ~RowSource() = default;

  virtual const RowPattern& pattern() const = 0;

  /// c and ∂c/∂x at x.
  virtual void evaluate_groups(int first, int last, const Points& x, RowValues& values) const = 0;

  /// c alone.
  virtual void measure_groups(int first, int last, const Points& x, Vector& c) const = 0;

  /// Positive semidefinite part of Σ_r λ_r ∂²c_r/∂x² over the rows of each group: the stiffness that a
  /// stretched surface has against moving sideways. One scalar per pair of nodes, the same for x, y and z.
  virtual void tension_of_groups(int first, int last, const Vector& multipliers, RowValues& values) const = 0;

  void evaluate(const Points& x, RowValues& values) const {
    evaluate_groups(0, pattern().group_count(), x, values);
  }
  void measure(const Points& x, Vector& c) const { measure_groups(0, pattern().group_count(), x, c); }
  void tension(const Vector& multipliers, RowValues& values) const {
    tension_of_groups(0, pattern().group_count(), multipliers, values);
  }
};

}  // namespace isocloth
