#include "isocloth/linear/conjugate_gradients.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// Far more than a split that is chosen for its cost needs.
constexpr int kMostIterations = 200;

double inner(const Points& a, const Points& b) { return a.cwiseProduct(b).sum(); }

}  // namespace

void RowInertia::read(const SplitMatrix& matrix) {
  for (Eigen::Index i = 0; i < inertia_.size(); ++i) inertia_[i] = matrix.inertia(static_cast<int>(i));
  inverse_ = inertia_.cwiseInverse();
}

double RowInertia::squared_force(const Eigen::Ref<const Points>& r) const {
  double sum = 0;
  for (Eigen::Index i = 0; i < r.rows(); ++i) sum += r.row(i).squaredNorm() * inverse_[i];
  return sum;
}

double RowInertia::squared_way(const Eigen::Ref<const Points>& x) const {
  double sum = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i) sum += x.row(i).squaredNorm() * inertia_[i];
  return sum;
}

ConjugateGradients::ConjugateGradients(int rows)
    : residual_(Points::Zero(rows + 1, 3)),
      solved_(residual_),
      direction_(residual_),
      image_(residual_),
      product_(residual_),
      inertia_(rows) {}

void ConjugateGradients::solve(SplitMatrix& matrix, double tolerance, double enough, Points& x) {
  const Eigen::Index n = x.rows();
  residual_.topRows(n) = x;
  residual_.bottomRows(1).setZero();
  product_.bottomRows(1).setZero();
  x.setZero();
  direction_.setZero();
  image_.setZero();
  inertia_.read(matrix);
  double last = 1;
  for (int k = 0; k < kMostIterations; ++k) {
    solved_ = residual_;
    matrix.solve_inside(solved_);
    const double now = inner(residual_, solved_);
    if (now <= 0) break;  // nothing is left
    direction_ = solved_ + now / last * direction_;
    image_ = residual_ + now / last * image_;
    matrix.multiply_outside(direction_, product_);
    product_ = image_ - product_;
    const double length = now / inner(direction_, product_);
    x += length * direction_.topRows(n);
    residual_ -= length * product_;
    const double missing = inertia_.squared_force(left());
    if (missing <= enough * enough || !(missing > tolerance * tolerance * inertia_.squared_way(x))) break;
    last = now;
  }
}

int expected_solves(double condition, double tolerance) {
  const double root = std::sqrt(condition);
  const double needed = std::ceil(std::log(2 / tolerance) / std::log((root + 1) / (root - 1)));
  return needed < kMostIterations ? std::max(2, static_cast<int>(needed)) : kMostIterations;
}

}  // namespace isocloth
