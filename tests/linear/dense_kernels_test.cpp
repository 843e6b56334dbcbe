#include "isocloth/linear/dense_kernels.hpp"
#include "support/dense_algebra.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <random>
#include <vector>

namespace isocloth {
namespace {

constexpr double kGuard = 12345.678;
constexpr int kLargest = 14;  ///< nodes: more than three strips

int padded(int rows) { return kStripRows * strips_of(rows); }

/// A panel with room behind it that nobody may write to.
struct Panel {
  Panel(int own, int below) : shape{3 * own, 3 * below}, values(shape.size() + 16, 0.0) {
    std::fill(values.end() - 16, values.end(), kGuard);
  }
  double& at(int i, int j) {
    const bool is_own = i < shape.columns;
    const int row = is_own ? i : i - shape.columns;
    const int strip = row / kStripRows + (is_own ? 0 : shape.own_strips());
    return values[shape.strip(strip) + row % kStripRows + j * kStripRows];
  }
  int rows() const { return shape.columns + shape.below; }

  /// The matrix in the lower triangle, what is no number above it.
  void set(const Eigen::MatrixXd& matrix) {
    for (int j = 0; j < shape.columns; ++j)
      for (int i = 0; i < rows(); ++i)
        if (i >= j || i / kStripRows == j / kStripRows) at(i, j) = i < j ? NAN : matrix(i, j);
  }
  void expect_clean() const {
    for (int k = 0; k < 16; ++k)
      EXPECT_EQ(values[values.size() - 1 - k], kGuard) << "written behind the panel";
    for (int s = shape.own_strips(); s < shape.strips(); ++s)
      for (int i = shape.rows_in(s); i < kStripRows; ++i)
        for (int j = 0; j < shape.columns; ++j)
          EXPECT_EQ(values[shape.strip(s) + i + j * kStripRows], 0) << "padding must stay zero";
  }
  PanelShape shape;
  std::vector<double> values;
};

Eigen::MatrixXd random_matrix(int rows, int columns, std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1, 1);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return entry(random); });
}

/// Eigenvalues between about 1 and 50: rounding is amplified by no more than that.
Eigen::MatrixXd random_definite(int size, std::mt19937& random) {
  const Eigen::MatrixXd a = random_matrix(size, size, random);
  return test::times(a, a.transpose()) + Eigen::MatrixXd::Identity(size, size);
}

template <class Body>
void for_all_shapes(const Body& body) {
  for (int own = 1; own <= kLargest; ++own)
    for (int below = 0; below <= kLargest; ++below) body(own, below);
}

TEST(FactorPanel, IsTheDenseFactorForEverySmallSize) {
  std::mt19937 random(3);
  for_all_shapes([&](int own, int below) {
    Panel panel(own, below);
    const Eigen::MatrixXd matrix = random_definite(panel.rows(), random);
    panel.set(matrix);
    ASSERT_TRUE(factor_panel(panel.values.data(), panel.shape));
    const Eigen::MatrixXd expected = test::lower_factor(matrix);
    for (int j = 0; j < panel.shape.columns; ++j) {
      ASSERT_NEAR(panel.at(j, j) * expected(j, j), 1, 1e-12) << "the diagonal holds inverses";
      for (int i = j + 1; i < panel.rows(); ++i)
        ASSERT_NEAR(panel.at(i, j), expected(i, j), 1e-12) << own << "+" << below << " at " << i << " " << j;
    }
    panel.expect_clean();
  });
}

TEST(FactorPanel, RefusesAPivotThatIsNotPositiveWhereverItIs) {
  std::mt19937 random(4);
  for (int own = 1; own <= 5; ++own)
    for (int bad = 0; bad < 3 * own; ++bad)
      for (const double value : {0.0, -1.0, double(NAN), double(INFINITY), -double(INFINITY)}) {
        Panel panel(own, 0);
        panel.set(random_definite(3 * own, random));
        panel.at(bad, bad) = value;
        EXPECT_FALSE(factor_panel(panel.values.data(), panel.shape)) << own << ", pivot " << bad;
      }
}

TEST(FactorPanel, RefusesAnEntryThatIsNotANumberWhereverItIs) {
  std::mt19937 random(5);
  for (int own = 1; own <= 5; ++own)
    for (int column = 0; column < 3 * own; ++column)
      for (int row = column + 1; row < 3 * own; ++row) {
        Panel panel(own, 0);
        panel.set(random_definite(3 * own, random));
        panel.at(row, column) = NAN;
        EXPECT_FALSE(factor_panel(panel.values.data(), panel.shape)) << row << " " << column;
      }
}

TEST(MultiplyStrip, IsTheNaiveProductForEverySmallSize) {
  std::mt19937 random(6);
  for_all_shapes([&](int own, int below) {
    const Eigen::MatrixXd factor = random_matrix(3 * below, 3 * own, random);
    Panel panel(own, below);
    for (int j = 0; j < 3 * own; ++j)
      for (int i = 0; i < 3 * below; ++i) panel.at(3 * own + i, j) = factor(i, j);
    const int leading = update_leading(3 * below);
    std::vector<double> update(3 * below * leading + 16, kGuard);
    for (int s = 0; s < strips_of(3 * below); ++s)
      multiply_strip(update.data(), panel.values.data(), panel.shape, s);
    const Eigen::MatrixXd expected = -test::times(factor, factor.transpose());
    for (int j = 0; j < 3 * below; ++j)
      for (int i = j; i < 3 * below; ++i)
        ASSERT_NEAR(update[i + j * leading], expected(i, j), 2e-14)
            << own << "+" << below;  // 42 terms below 1
    for (int k = 1; k <= 16; ++k) ASSERT_EQ(update[update.size() - k], kGuard) << "written behind";
  });
}

TEST(AddBlock, AddsItsRowsAndColumnsAndTouchesNothingElse) {
  std::mt19937 random(8);
  for (int nodes = 1; nodes <= kStripNodes; ++nodes)
    for (const int columns : {3, 6, 12}) {
      const Eigen::MatrixXd source = random_matrix(20, 12, random), start = random_matrix(24, 12, random);
      Eigen::MatrixXd target = start, expected = start;
      expected.block(5, 0, 3 * nodes, columns) += source.block(2, 0, 3 * nodes, columns);
      add_block(target.data() + 5, target.rows(), source.data() + 2, source.rows(), nodes, columns);
      EXPECT_EQ(target, expected);
    }
}

TEST(SolveForwardAndBackward, AreTheDenseSolvesForEverySmallSize) {
  std::mt19937 random(7);
  for_all_shapes([&](int own, int below) {
    Panel panel(own, below);
    const int columns = panel.shape.columns;
    const Eigen::MatrixXd matrix = random_definite(panel.rows(), random);
    panel.set(matrix);
    ASSERT_TRUE(factor_panel(panel.values.data(), panel.shape));
    panel.values.resize(panel.values.size() + 4 * kStripRows, NAN);  // may be read, must not matter
    const Eigen::MatrixXd l = test::lower_factor(matrix);
    const Eigen::MatrixXd l11 = l.topLeftCorner(columns, columns),
                          l21 = l.bottomLeftCorner(3 * below, columns);

    const Eigen::VectorXd right = random_matrix(columns, 1, random);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(padded(columns)), y = Eigen::VectorXd::Zero(padded(3 * below));
    x.head(columns) = right;
    solve_forward(panel.values.data(), panel.shape, x.data(), y.data());
    const Eigen::VectorXd forward = l11.triangularView<Eigen::Lower>().solve(right);
    ASSERT_LE((x.head(columns) - forward).cwiseAbs().maxCoeff(), 1e-12) << own << "+" << below;
    ASSERT_LE((y.head(3 * below) + l21 * forward).lpNorm<Eigen::Infinity>(), 1e-12);

    const Eigen::VectorXd known = random_matrix(3 * below, 1, random);
    y.head(3 * below) = known;
    x.head(columns) = right;
    solve_backward(panel.values.data(), panel.shape, x.data(), y.data());
    const Eigen::VectorXd backward =
        l11.transpose().triangularView<Eigen::Upper>().solve(right - l21.transpose() * known);
    ASSERT_LE((x.head(columns) - backward).cwiseAbs().maxCoeff(), 1e-12) << own << "+" << below;
  });
}

TEST(PanelShape, GivesEveryStripItsOwnPlace) {
  for_all_shapes([&](int own, int below) {
    const PanelShape shape{3 * own, 3 * below};
    std::ptrdiff_t end = 0;
    int rows = 0;
    for (int s = 0; s < shape.strips(); ++s) {
      EXPECT_EQ(shape.strip(s), end);
      const int width = s < shape.own_strips() ? kStripRows * (s + 1) : shape.columns;
      end += kStripRows * width;
      rows += shape.rows_in(s);
    }
    EXPECT_EQ(shape.size(), end);
    EXPECT_EQ(rows, 3 * (own + below));
  });
}

}  // namespace
}  // namespace isocloth
