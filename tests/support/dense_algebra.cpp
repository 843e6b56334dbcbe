#include "support/dense_algebra.hpp"

#include <Eigen/Dense>

namespace isocloth::test {

Eigen::MatrixXd times(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return a * b; }

Eigen::MatrixXd solve_definite(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return a.ldlt().solve(b);
}

Eigen::MatrixXd lower_factor(const Eigen::MatrixXd& a) { return a.llt().matrixL(); }

Vector eigenvalues(const Eigen::MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

Vector generalized_eigenvalues(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(a, b, Eigen::EigenvaluesOnly)
      .eigenvalues();
}

Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& a) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(a).householderQ();
}

}  // namespace isocloth::test
