#pragma once

/// Products with the Jacobian J of stacked rows: J dx row by row, Jᵀy node by node, on all threads. Every sum
/// is made in the same order whichever thread makes it.

#include "isocloth/core/rows.hpp"

namespace isocloth {

class Threads;

class RowProducts {
 public:
  RowProducts(const RowPattern& pattern, int node_count, Threads& threads);

  /// out = J dx.
  void multiply(const RowValues& values, const Points& dx, Vector& out) const;

  /// out += Jᵀ y.
  void add_transposed(const RowValues& values, const Vector& y, Points& out) const;

 private:
  /// Where a group has the gradients by one node.
  struct Place {
    int gradient;   ///< of the group's first row, in RowValues::jacobian
    int stride;     ///< from one row to the next
    int row, rows;  ///< the group's rows
  };
  void multiply_groups(int first, int last, const RowValues& values, const Points& dx, Vector& out) const;
  void add_to_nodes(int first, int last, const RowValues& values, const Vector& y, Points& out) const;

  const RowPattern& pattern_;
  Threads& threads_;
  std::vector<int> place_begin_;  ///< per node, into places_
  std::vector<Place> places_;
};

/// Sets the rows of held nodes to zero.
void clear_held(const std::vector<char>& held, Points& x);

}  // namespace isocloth
