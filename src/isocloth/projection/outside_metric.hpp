#pragma once

/// What of the metric A lies outside the pattern of the rows, and stays out of the factor.
///
/// Bending couples nodes two elements apart, the rows of an element only its own nodes. So the entries a_ij
/// of A outside their pattern are left out of the matrix that is factorised, and made up for on its diagonal:
///
///   H = P − R,   R = D − A_out,   D_ii = Σ_j |a_ij|
///
/// R is diagonally dominant, hence positive semidefinite: P is positive definite where H is, and no
/// eigenvalue of P⁻¹H is above 1. On a grid a_ij > 0 out there: R is then zero for a sheet that moves as a
/// whole, and small for smooth motion. Entries of held nodes are none.

#include <vector>

#include "isocloth/core/node_matrix.hpp"
#include "isocloth/core/types.hpp"
#include "isocloth/linear/node_graph.hpp"

namespace isocloth {

class Threads;

class OutsideMetric {
 public:
  /// Nothing is outside.
  OutsideMetric() = default;

  /// The entries of the metric for pairs of nodes that the graph does not couple.
  OutsideMetric(const NodeMatrix& metric, const NodeGraph& inside);

  bool empty() const { return node_.empty(); }

  /// Takes the values of a metric, whose pattern is that of the constructor's.
  void set_values(const NodeMatrix& metric, const std::vector<char>& held, Threads& threads);

  double diagonal(int node) const { return diagonal_[node]; }  ///< D [N/m]
  double inertia(int node) const { return inertia_[node]; }  ///< row sum of A, in which bending cancels [N/m]

  /// out ← R p. Both have one row more than there are nodes, which p leaves zero.
  void multiply(const Points& p, Points& out, Threads& threads) const;

  /// How many times as large as H, or A alone, P is at most: 1 + max D/m. Gershgorin's circles allow twice
  /// the share; grids reach about this at their free edges, where waves do not bend the cloth.
  double condition() const;

 private:
  std::vector<int> begin_;  ///< per node, into node_, index_ and value_
  std::vector<int> node_;   ///< the other node
  std::vector<int> index_;  ///< into the metric's values
  std::vector<double> value_;
  std::vector<double> diagonal_, inertia_;
};

}  // namespace isocloth
