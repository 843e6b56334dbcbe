#include "isocloth/isometry/mean_tangents.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

namespace isocloth {
namespace {

/// θ. With 0.75 a sheet that is pulled too far trembles, and coarse triangles find other folds.
constexpr double kShare = 0.72;

/// Nodes that tell less than this of a second derivative do not tell it.
constexpr double kTells = 1e-3;

/// Directions of cylinders over which to average; forms of degree six need four.
constexpr int kDirections = 8;

/// Weights of the nodes that give x₁₁, x₁₂, x₂₂: a quadratic through the node, fitted to the others.
Eigen::MatrixX3d second_derivatives(const Eigen::MatrixX2d& position) {
  const double size = std::sqrt(position.rowwise().squaredNorm().mean());
  const Vector u = position.col(0) / size, v = position.col(1) / size;
  Eigen::Matrix<double, Eigen::Dynamic, 5> terms(position.rows(), 5);
  terms << u, v, u.cwiseAbs2() / 2, u.cwiseProduct(v) / std::numbers::sqrt2, v.cwiseAbs2() / 2;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 5, 5>> normal(terms.transpose() * terms);
  const auto& told = normal.eigenvalues().array();
  const Eigen::Array<double, 5, 1> inverse = (told > kTells * kTells * told[4]).select(1 / told, 0);
  Eigen::MatrixX3d weights = terms * normal.eigenvectors() * inverse.matrix().asDiagonal() *
                             normal.eigenvectors().bottomRows(3).transpose() / (size * size);
  weights.col(1) /= std::numbers::sqrt2;  // x₁₂ counts twice in the size of a second derivative
  for (Eigen::Index i = 0; i < position.rows(); ++i)
    if (position.row(i).isZero(0)) weights.row(i) -= weights.colwise().sum();
  return weights;
}

Eigen::MatrixXd product(const Vector& a, const Vector& b) {
  return (a * b.transpose() + b * a.transpose()) / 2;
}

/// What the forms E, F, G measure across the axis of a cylinder, over κ², in the mean over its directions.
/// The nodes on it are ½κs² out of the plane, s = ⟨position, w⟩; forms that see no linear function.
double across_axis(const Eigen::MatrixX2d& position, const Eigen::MatrixXd (&forms)[3]) {
  double sum = 0;
  for (int k = 0; k < kDirections; ++k) {
    const double angle = k * std::numbers::pi / kDirections;
    const Vec2 w(std::cos(angle), std::sin(angle));
    const Vector out = (position * w).cwiseAbs2() / 2;
    const double shares[3] = {w[0] * w[0], 2 * w[0] * w[1], w[1] * w[1]};
    for (int r = 0; r < 3; ++r) sum += shares[r] * out.dot(forms[r] * out);
  }
  return sum / kDirections;
}

}  // namespace

void exchange_spread(const Eigen::MatrixX2d& position, const MeanTangents& mean,
                     std::vector<Eigen::MatrixXd>& efg) {
  const Eigen::MatrixXd spread[3] = {kShare * (efg[0] - product(mean.d1, mean.d1)),
                                     kShare * (efg[1] - product(mean.d1, mean.d2)),
                                     kShare * (efg[2] - product(mean.d2, mean.d2))};
  const Eigen::MatrixX3d second = second_derivatives(position);
  const Vector d11 = second.col(0), d12 = second.col(1), d22 = second.col(2);
  const double f = across_axis(position, spread);
  efg[0] += f * (product(d11, d11) + product(d12, d12)) - spread[0];
  efg[1] += f * (product(d11, d12) + product(d12, d22)) - spread[1];
  efg[2] += f * (product(d12, d12) + product(d22, d22)) - spread[2];
}

}  // namespace isocloth
