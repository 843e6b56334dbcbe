#pragma once

/// Rows as dense matrices, the slow twin of what the modules do group by group.

#include <Eigen/Core>

#include "isocloth/isometry/quadratic_rows.hpp"

namespace isocloth::test {

/// J, one line per row; columns x, y, z of node 0, then of node 1, …
inline Eigen::MatrixXd dense_jacobian(const RowPattern& pattern, const RowValues& values, int node_count) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(pattern.row_count(), 3 * node_count);
  const double* entry = values.jacobian.data();
  for (int g = 0; g < pattern.group_count(); ++g)
    for (int row = pattern.row_begin[g]; row < pattern.row_begin[g + 1]; ++row)
      for (int k = pattern.node_begin[g]; k < pattern.node_begin[g + 1]; ++k, entry += kGradientStride)
        for (int a = 0; a < 3; ++a) result(row, 3 * pattern.nodes[k] + a) = entry[a];
  return result;
}

inline Eigen::MatrixXd dense_jacobian(const QuadraticRows& rows, const Points& x) {
  RowValues values(rows.pattern());
  rows.evaluate(x, values);
  return dense_jacobian(rows.pattern(), values, static_cast<int>(x.rows()));
}

inline Vector row_values(const QuadraticRows& rows, const Points& x) {
  RowValues values(rows.pattern());
  rows.evaluate(x, values);
  return values.c;
}

/// The tension of the rows, T, over nodes.
inline Eigen::MatrixXd dense_tension(const RowPattern& pattern, const RowValues& values, int node_count) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(node_count, node_count);
  for (int g = 0, k = 0; g < pattern.group_count(); ++g)
    for (int i = pattern.node_begin[g]; i < pattern.node_begin[g + 1]; ++i)
      for (int j = pattern.node_begin[g]; j < pattern.node_begin[g + 1]; ++j)
        result(pattern.nodes[i], pattern.nodes[j]) += values.tension[k++];
  return result;
}

/// x, y, z of node 0, then of node 1, …
inline Vector stacked(const Points& x) { return Eigen::Map<const Vector>(x.data(), x.size()); }

/// Makes a matrix over stacked coordinates, and a right side, those of a system in which held nodes stay.
inline void eliminate_held(const std::vector<char>& held, Eigen::MatrixXd& matrix, Points& right) {
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!held[i]) continue;
    const auto first = static_cast<Eigen::Index>(3 * i);
    matrix.middleRows<3>(first).setZero();
    matrix.middleCols<3>(first).setZero();
    matrix.block<3, 3>(first, first).setIdentity();
    right.row(static_cast<Eigen::Index>(i)).setZero();
  }
}

/// A matrix that acts on x, y and z alike, as it acts on stacked coordinates.
inline Eigen::MatrixXd for_each_coordinate(const Eigen::MatrixXd& matrix) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(3 * matrix.rows(), 3 * matrix.cols());
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j)
      for (int a = 0; a < 3; ++a) result(3 * i + a, 3 * j + a) = matrix(i, j);
  return result;
}

}  // namespace isocloth::test
