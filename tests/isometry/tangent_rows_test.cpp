#include "isocloth/isometry/tangent_rows.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "isocloth/isometry/quadratic_rows.hpp"
#include "support/rounding.hpp"

namespace isocloth {
namespace {

using test::kEpsilon;

/// Numbers of about one whose sum is zero.
Vector derivatives(int size, std::mt19937& random) {
  std::normal_distribution<double> normal;
  Vector d(size);
  for (double& value : d) value = normal(random);
  return d.array() - d.mean();
}

Eigen::MatrixXd product(const Vector& a, const Vector& b) {
  return (a * b.transpose() + b * a.transpose()) / 2;
}

Points positions(int size, std::mt19937& random) {
  std::normal_distribution<double> normal;
  Points x(size, 3);
  for (Eigen::Index k = 0; k < x.size(); ++k) x.data()[k] = normal(random);
  return x;
}

std::vector<int> all_nodes(int size) {
  std::vector<int> nodes(size);
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

/// c and gradients by the double sum, which is what the rows are defined by.
void expect_double_sums(QuadraticKind kind, const std::vector<Eigen::MatrixXd>& tensors, const Points& x) {
  const auto size = static_cast<int>(x.rows());
  QuadraticRows rows;
  rows.add_group(kind, all_nodes(size), tensors);
  rows.set_rest(Points::Zero(size, 3));
  RowValues values(rows.pattern());
  rows.evaluate(x, values);
  Vector measured = Vector::Zero(rows.pattern().row_count());
  rows.measure(x, measured);
  const double tol = 64 * kEpsilon * size * x.squaredNorm() * tensors[0].norm();
  for (int r = 0; r < static_cast<int>(tensors.size()); ++r) {
    const Points half = tensors[r] * x;
    EXPECT_NEAR(values.c[r], half.cwiseProduct(x).sum(), tol) << size << " nodes, row " << r;
    EXPECT_NEAR(measured[r], values.c[r], tol) << size << " nodes, row " << r;
    for (int i = 0; i < size; ++i) {
      const double* gradient = values.jacobian.data() + kGradientStride * (r * size + i);
      for (int a = 0; a < 3; ++a) EXPECT_NEAR(gradient[a], 2 * half(i, a), tol) << size << ", row " << r;
      EXPECT_EQ(gradient[3], 0);
    }
  }
}

TEST(TangentRows, AreTheDoubleSumsOfTheirTensors) {
  std::mt19937 random(1);
  for (int sample = 0; sample < 20; ++sample) {
    for (const int size : {3, 4, 5}) {  // the last has no kernel of its own
      const Vector d1 = derivatives(size, random), d2 = derivatives(size, random);
      expect_double_sums(QuadraticKind::metric, {product(d1, d1), product(d1, d2), product(d2, d2)},
                         positions(size, random));
    }
    const Vector d = derivatives(2, random);
    expect_double_sums(QuadraticKind::length, {product(d, d)}, positions(2, random));
  }
}

TEST(TangentRows, FindTheDerivativesWhoseProductsTheTensorsAre) {
  std::mt19937 random(2);
  for (int sample = 0; sample < 20; ++sample) {
    const Vector d1 = derivatives(4, random), d2 = derivatives(4, random);
    const auto found = tangents_of({product(d1, d1), product(d1, d2), product(d2, d2)});
    ASSERT_TRUE(found);
    const Eigen::Map<const Vector> first(found->data(), 4), second(found->data() + 4, 4);
    EXPECT_LE((product(first, second) - product(d1, d2)).norm(), 16 * kEpsilon * d1.norm() * d2.norm());
    EXPECT_LE(std::abs(std::abs(first.dot(d1)) - d1.squaredNorm()), 16 * kEpsilon * d1.squaredNorm());
  }
}

TEST(TangentRows, DoNotTakeAveragesOfProductsForProducts) {
  std::mt19937 random(3);
  const Vector a = derivatives(4, random), b = derivatives(4, random), c = derivatives(4, random);
  EXPECT_FALSE(tangents_of({product(a, a) + product(b, b)}));
  EXPECT_FALSE(tangents_of({product(a, a), product(a, b) + product(c, c), product(b, b)}));
  EXPECT_FALSE(tangents_of({product(a, a), product(a, b), product(b, b) + 1e-9 * product(c, c)}));
  EXPECT_FALSE(tangents_of({-product(a, a)}));
  EXPECT_FALSE(tangents_of({product(a, a), product(b, b)}));  // threads: E and G alone
}

}  // namespace
}  // namespace isocloth
