#pragma once

/// Dense algebra that tests compare with. Compiled once: each use of Eigen's takes the compiler many seconds.

#include "isocloth/core/types.hpp"

namespace isocloth::test {

Eigen::MatrixXd times(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// A⁻¹b for a positive definite A, column by column.
Eigen::MatrixXd solve_definite(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// L of A = LLᵀ.
Eigen::MatrixXd lower_factor(const Eigen::MatrixXd& a);

/// Of a symmetric matrix, ascending.
Vector eigenvalues(const Eigen::MatrixXd& a);

/// λ of Ax = λBx, both symmetric, B positive definite; ascending.
Vector generalized_eigenvalues(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

/// Q of A = QR.
Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& a);

}  // namespace isocloth::test
