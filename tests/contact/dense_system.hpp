#pragma once

/// H as a dense matrix: the simplest ContactSystem, and one in which everything can be looked at.

#include <Eigen/Dense>
#include <vector>

#include "isocloth/contact/contact_program.hpp"

namespace isocloth::test {

class DenseSystem final : public ContactSystem {
 public:
  /// `matrix` over stacked coordinates; its rows of held nodes are not used.
  DenseSystem(Eigen::MatrixXd matrix, std::vector<char> held)
      : h(std::move(matrix)), held_nodes(std::move(held)) {
    for (int i = 0; i < node_count(); ++i) {
      if (!held_nodes[i]) continue;
      h.middleRows(3 * i, 3).setZero();
      h.middleCols(3 * i, 3).setZero();
      h.block<3, 3>(3 * i, 3 * i).setIdentity();
    }
  }

  explicit DenseSystem(const Eigen::MatrixXd& matrix)
      : DenseSystem(matrix, std::vector<char>(matrix.rows() / 3, 0)) {}

  int node_count() const { return static_cast<int>(held_nodes.size()); }

  void assemble() override { sum_ = h; }
  double inertia(int node) const override { return resistance(node); }
  double resistance(int node) const override { return h.block<3, 3>(3 * node, 3 * node).trace() / 3; }
  Eigen::Matrix3d diagonal(int node) const override { return sum_.block<3, 3>(3 * node, 3 * node); }
  void add(int i, int j, const Eigen::Matrix3d& block) override {
    sum_.block<3, 3>(3 * i, 3 * j) += block;
    if (i != j) sum_.block<3, 3>(3 * j, 3 * i) += block.transpose();
  }
  bool has_place(const SurfacePoint&) const override { return true; }
  void make_places() override {}
  bool factor() override {
    ++factorizations;
    cholesky_.compute(sum_);
    return cholesky_.info() == Eigen::Success;
  }
  bool is_held(int node) const override { return held_nodes[node] != 0; }
  void clear_held(Points& x) const override {
    for (int i = 0; i < node_count(); ++i)
      if (held_nodes[i]) x.row(i).setZero();
  }
  void solve_inside(Points& x) override {
    Eigen::Map<Vector> stack(x.data(), 3 * node_count());
    cholesky_.solveInPlace(stack);
  }
  void multiply_outside(const Points&, Points& out) override { out.setZero(); }
  void solve_lower(const Points& x, double* y) override {
    Eigen::Map<Vector> half(y, 3 * node_count());
    half = Eigen::Map<const Vector>(x.data(), 3 * node_count());
    cholesky_.matrixL().solveInPlace(half);
  }
  void solve_lower(const SurfacePoint& point, int, double* y, std::ptrdiff_t leading,
                   BlockCholesky::Reach& reach) override {
    reach.assign(1, {0, 3 * node_count()});
    for (int c = 0; c < 3; ++c) {
      Eigen::Map<Vector> half(y + c * leading, 3 * node_count());
      half.setZero();
      for (int i = 0; i < point.count; ++i)
        if (!is_held(point.nodes[i])) half[3 * point.nodes[i] + c] += point.weights[i];
      cholesky_.matrixL().solveInPlace(half);
    }
  }
  void solve_upper(const double* y, Points& x) override {
    Eigen::Map<Vector> stack(x.data(), 3 * node_count());
    stack = Eigen::Map<const Vector>(y, 3 * node_count());
    cholesky_.matrixU().solveInPlace(stack);
  }

  Eigen::MatrixXd h;
  std::vector<char> held_nodes;
  int factorizations = 0;

 private:
  Eigen::MatrixXd sum_;
  Eigen::LLT<Eigen::MatrixXd> cholesky_;
};

}  // namespace isocloth::test
