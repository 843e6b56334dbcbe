#include "isocloth/linear/dense_kernels.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace isocloth {
namespace {

constexpr double kGuard = 1234.5;  // beyond every panel; must not be touched
constexpr int kLargest = 29;       // past two full tiles of 12 rows and every remainder

/// A panel as the factorisation keeps it: padded columns, zeros in the padding, guards behind.
struct Panel {
  Panel(int row_count, int column_count)
      : rows(row_count),
        columns(column_count),
        leading(padded_rows(row_count)),
        values(leading * column_count + 16, 0.0) {
    for (int k = 0; k < 16; ++k) values[values.size() - 1 - k] = kGuard;
  }
  double& at(int i, int j) { return values[i + j * leading]; }
  void expect_clean() const {
    for (int k = 0; k < 16; ++k)
      EXPECT_EQ(values[values.size() - 1 - k], kGuard) << "written behind the panel";
    for (int j = 0; j < columns; ++j)
      for (int i = rows; i < leading; ++i) EXPECT_EQ(values[i + j * leading], 0) << "padding must stay zero";
  }
  int rows, columns, leading;
  std::vector<double> values;
};

Eigen::MatrixXd random_matrix(int rows, int columns, std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1, 1);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return entry(random); });
}

/// Eigenvalues between about 1 and 30: rounding is amplified by no more than that.
Eigen::MatrixXd random_definite(int size, std::mt19937& random) {
  const Eigen::MatrixXd a = random_matrix(size, size, random);
  return a * a.transpose() + Eigen::MatrixXd::Identity(size, size);
}

TEST(FactorPanel, IsTheDenseFactorForEverySmallSize) {
  std::mt19937 random(3);
  for (int rows = 1; rows <= kLargest; ++rows)
    for (int columns = 1; columns <= rows; ++columns) {
      const Eigen::MatrixXd matrix = random_definite(rows, random);
      Panel panel(rows, columns);
      for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i)
          panel.at(i, j) = i < j ? NAN : matrix(i, j);  // above the diagonal is scratch
      ASSERT_TRUE(factor_panel(panel.values.data(), panel.leading, rows, columns));
      const Eigen::MatrixXd expected = matrix.llt().matrixL();
      for (int j = 0; j < columns; ++j)
        for (int i = j; i < rows; ++i)
          ASSERT_NEAR(panel.at(i, j), expected(i, j), 1e-12)
              << rows << "×" << columns << " at " << i << " " << j;
      panel.expect_clean();
    }
}

TEST(FactorPanel, RefusesAPivotThatIsNotPositiveWhereverItIs) {
  std::mt19937 random(4);
  for (int size = 1; size <= 14; ++size)
    for (int bad = 0; bad < size; ++bad)
      for (const double value : {0.0, -1.0, double(NAN), double(INFINITY), -double(INFINITY)}) {
        const Eigen::MatrixXd matrix = random_definite(size, random);
        Panel panel(size, size);
        for (int j = 0; j < size; ++j)
          for (int i = j; i < size; ++i) panel.at(i, j) = matrix(i, j);
        panel.at(bad, bad) = value;
        EXPECT_FALSE(factor_panel(panel.values.data(), panel.leading, size, size))
            << size << ", pivot " << bad;
      }
}

TEST(FactorPanel, RefusesAnEntryThatIsNotANumberWhereverItIs) {
  std::mt19937 random(5);
  for (int size = 2; size <= 9; ++size)
    for (int column = 0; column < size; ++column)
      for (int row = column + 1; row < size; ++row) {
        const Eigen::MatrixXd matrix = random_definite(size, random);
        Panel panel(size, size);
        for (int j = 0; j < size; ++j)
          for (int i = j; i < size; ++i) panel.at(i, j) = matrix(i, j);
        panel.at(row, column) = NAN;
        EXPECT_FALSE(factor_panel(panel.values.data(), panel.leading, size, size)) << row << " " << column;
      }
}

TEST(SubtractProduct, IsTheNaiveLoopForEverySmallSize) {
  std::mt19937 random(6);
  for (int rows = 1; rows <= kLargest; ++rows)
    for (int depth = 0; depth <= 13; ++depth) {
      const Eigen::MatrixXd factor = random_matrix(rows, depth, random),
                            start = random_matrix(rows, rows, random);
      const int above = 5;  // L₂₁ lies below the panel's own rows
      Panel panel(above + rows, depth), update(rows, rows);
      for (int j = 0; j < depth; ++j)
        for (int i = 0; i < rows; ++i) panel.at(above + i, j) = factor(i, j);
      for (int j = 0; j < rows; ++j)
        for (int i = 0; i < rows; ++i) update.at(i, j) = i < j ? NAN : start(i, j);
      subtract_product(update.values.data(), update.leading, panel.values.data() + above, panel.leading, rows,
                       depth);
      for (int j = 0; j < rows; ++j)
        for (int i = j; i < rows; ++i) {
          double expected = start(i, j);
          for (int k = 0; k < depth; ++k) expected -= factor(i, k) * factor(j, k);
          ASSERT_NEAR(update.at(i, j), expected, 1e-14) << rows << "×" << depth << " at " << i << " " << j;
        }
      update.expect_clean();
      panel.expect_clean();
    }
}

TEST(PaddedRows, LeavesRoomForAWholeGroupOfFour) {
  for (int rows = 0; rows < 100; ++rows) {
    EXPECT_GE(padded_rows(rows), rows + kRowPadding);
    EXPECT_LT(padded_rows(rows), rows + kRowPadding + 4);
    EXPECT_EQ(padded_rows(rows) % 4, 0);
  }
}

}  // namespace
}  // namespace isocloth
