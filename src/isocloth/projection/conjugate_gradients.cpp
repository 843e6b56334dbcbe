#include "isocloth/projection/conjugate_gradients.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// Far more than a split that is chosen for its cost needs.
constexpr int kMostIterations = 200;

double inner(const Points& a, const Points& b) { return a.cwiseProduct(b).sum(); }

}  // namespace

ConjugateGradients::ConjugateGradients(int node_count)
    : residual_(Points::Zero(node_count + 1, 3)),
      solved_(residual_),
      direction_(residual_),
      image_(residual_),
      product_(residual_) {}

void ConjugateGradients::solve(BlockCholesky& factor, const OutsideMetric& outside, double tolerance,
                               Points& x, Threads& threads) {
  const Eigen::Index n = x.rows();
  residual_.topRows(n) = x;
  residual_.bottomRows(1).setZero();
  product_.bottomRows(1).setZero();
  x.setZero();
  direction_.setZero();
  image_.setZero();
  double last = 1;
  for (int k = 0; k < kMostIterations; ++k) {
    solved_ = residual_;
    factor.solve(solved_, threads);
    const double now = inner(residual_, solved_);
    if (now <= 0) break;  // nothing is left
    direction_ = solved_ + now / last * direction_;
    image_ = residual_ + now / last * image_;
    outside.multiply(direction_, product_, threads);
    product_ = image_ - product_;
    const double length = now / inner(direction_, product_);
    x += length * direction_.topRows(n);
    residual_ -= length * product_;
    if (!(error(outside, x) > tolerance)) break;  // also where numbers are none
    last = now;
  }
}

/// √(Σ |r_i|²/m_i) / √(Σ m_i |x_i|²).
double ConjugateGradients::error(const OutsideMetric& outside, const Points& x) const {
  double missing = 0, size = 0;
  for (int i = 0; i < x.rows(); ++i) {
    missing += residual_.row(i).squaredNorm() / outside.inertia(i);
    size += x.row(i).squaredNorm() * outside.inertia(i);
  }
  return std::sqrt(missing / size);
}

int expected_solves(double condition, double tolerance) {
  const double root = std::sqrt(condition);
  const double needed = std::ceil(std::log(2 / tolerance) / std::log((root + 1) / (root - 1)));
  return needed < kMostIterations ? std::max(2, static_cast<int>(needed)) : kMostIterations;
}

}  // namespace isocloth
