#include "isocloth/linear/dense_kernels.hpp"
#include "support/dense_algebra.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace isocloth {
namespace {

constexpr float kGuard = 12345.678f;
constexpr int kLargest = 18;  ///< nodes: more than four strips of doubles, more than two of floats

template <class Real>
constexpr double kEpsilon = std::numeric_limits<Real>::epsilon();

template <class Real>
int padded(int rows) {
  return kStripRows<Real> * strips_of<Real>(rows);
}

/// A panel with room behind it that nobody may write to.
template <class Real>
struct Panel {
  static constexpr int kRows = kStripRows<Real>;
  Panel(int own, int below) : shape{3 * own, 3 * below}, values(shape.size() + 16, Real(0)) {
    std::fill(values.end() - 16, values.end(), kGuard);
  }
  Real& at(int i, int j) {
    const bool is_own = i < shape.columns;
    const int row = is_own ? i : i - shape.columns;
    const int strip = row / kRows + (is_own ? 0 : shape.own_strips());
    return values[shape.strip(strip) + row % kRows + j * kRows];
  }
  int rows() const { return shape.columns + shape.below; }

  /// The matrix in the lower triangle, what is no number above it.
  void set(const Eigen::MatrixXd& matrix) {
    for (int j = 0; j < shape.columns; ++j)
      for (int i = 0; i < rows(); ++i)
        if (i >= j || i / kRows == j / kRows) at(i, j) = static_cast<Real>(i < j ? NAN : matrix(i, j));
  }
  void expect_clean() const {
    for (int k = 0; k < 16; ++k)
      EXPECT_EQ(values[values.size() - 1 - k], kGuard) << "written behind the panel";
    for (int s = shape.own_strips(); s < shape.strips(); ++s)
      for (int i = shape.rows_in(s); i < kRows; ++i)
        for (int j = 0; j < shape.columns; ++j)
          EXPECT_EQ(values[shape.strip(s) + i + j * kRows], 0) << "padding must stay zero";
  }
  PanelShape<Real> shape;
  std::vector<Real> values;
};

/// Entries that both precisions hold exactly.
Eigen::MatrixXd random_matrix(int rows, int columns, std::mt19937& random) {
  std::uniform_real_distribution<float> entry(-1, 1);
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return static_cast<double>(entry(random)); });
}

/// Eigenvalues between about 1 and 50: rounding is amplified by no more than that.
template <class Real>
Eigen::MatrixXd random_definite(int size, std::mt19937& random) {
  const Eigen::MatrixXd a = random_matrix(size, size, random);
  const Eigen::MatrixXd result = test::times(a, a.transpose()) + Eigen::MatrixXd::Identity(size, size);
  return result.template cast<Real>().template cast<double>();
}

/// Kernels exist for both precisions.
template <class Real>
class DenseKernels : public testing::Test {};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(DenseKernels, Precisions);

template <class Body>
void for_all_shapes(const Body& body) {
  for (int own = 1; own <= kLargest; ++own)
    for (int below = 0; below <= kLargest; ++below) body(own, below);
}

TYPED_TEST(DenseKernels, FactorPanelIsTheDenseFactorForEverySmallSize) {
  using Real = TypeParam;
  const double tolerance = 4500 * kEpsilon<Real>;  // rounding times the condition
  std::mt19937 random(3);
  for_all_shapes([&](int own, int below) {
    Panel<Real> panel(own, below);
    const Eigen::MatrixXd matrix = random_definite<Real>(panel.rows(), random);
    panel.set(matrix);
    ASSERT_TRUE(factor_panel(panel.values.data(), panel.shape));
    const Eigen::MatrixXd expected = test::lower_factor(matrix);
    for (int j = 0; j < panel.shape.columns; ++j) {
      ASSERT_NEAR(panel.at(j, j) * expected(j, j), 1, tolerance) << "the diagonal holds inverses";
      for (int i = j + 1; i < panel.rows(); ++i)
        ASSERT_NEAR(panel.at(i, j), expected(i, j), tolerance)
            << own << "+" << below << " at " << i << " " << j;
    }
    panel.expect_clean();
  });
}

TYPED_TEST(DenseKernels, FactorPanelRefusesAPivotThatIsNotPositiveWhereverItIs) {
  using Real = TypeParam;
  std::mt19937 random(4);
  for (int own = 1; own <= 5; ++own)
    for (int bad = 0; bad < 3 * own; ++bad)
      for (const double value : {0.0, -1.0, double(NAN), double(INFINITY), -double(INFINITY)}) {
        Panel<Real> panel(own, 0);
        panel.set(random_definite<Real>(3 * own, random));
        panel.at(bad, bad) = static_cast<Real>(value);
        EXPECT_FALSE(factor_panel(panel.values.data(), panel.shape)) << own << ", pivot " << bad;
      }
}

TYPED_TEST(DenseKernels, FactorPanelRefusesAnEntryThatIsNotANumberWhereverItIs) {
  using Real = TypeParam;
  std::mt19937 random(5);
  for (int own = 1; own <= 5; ++own)
    for (int column = 0; column < 3 * own; ++column)
      for (int row = column + 1; row < 3 * own; ++row) {
        Panel<Real> panel(own, 0);
        panel.set(random_definite<Real>(3 * own, random));
        panel.at(row, column) = NAN;
        EXPECT_FALSE(factor_panel(panel.values.data(), panel.shape)) << row << " " << column;
      }
}

TYPED_TEST(DenseKernels, MultiplyStripIsTheNaiveProductForEverySmallSize) {
  using Real = TypeParam;
  std::mt19937 random(6);
  for_all_shapes([&](int own, int below) {
    const Eigen::MatrixXd factor = random_matrix(3 * below, 3 * own, random);
    Panel<Real> panel(own, below);
    for (int j = 0; j < 3 * own; ++j)
      for (int i = 0; i < 3 * below; ++i) panel.at(3 * own + i, j) = static_cast<Real>(factor(i, j));
    const int leading = update_leading<Real>(3 * below);
    std::vector<Real> update(3 * below * leading + 16, kGuard);
    for (int s = 0; s < strips_of<Real>(3 * below); ++s)
      multiply_strip(update.data(), panel.values.data(), panel.shape, s);
    const Eigen::MatrixXd expected = -test::times(factor, factor.transpose());
    for (int j = 0; j < 3 * below; ++j)
      for (int i = j; i < 3 * below; ++i)
        ASSERT_NEAR(update[i + j * leading], expected(i, j), 90 * kEpsilon<Real>)
            << own << "+" << below;  // 54 terms below 1
    for (int k = 1; k <= 16; ++k) ASSERT_EQ(update[update.size() - k], kGuard) << "written behind";
  });
}

TYPED_TEST(DenseKernels, AddBlockAddsItsRowsAndColumnsAndTouchesNothingElse) {
  using Real = TypeParam;
  std::mt19937 random(8);
  using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
  for (int nodes = 1; nodes <= kStripNodes<Real>; ++nodes)
    for (const int columns : {3, 6, 12}) {
      const Matrix source = random_matrix(30, 12, random).cast<Real>();
      Matrix target = random_matrix(32, 12, random).cast<Real>(), expected = target;
      expected.block(5, 0, 3 * nodes, columns) += source.block(2, 0, 3 * nodes, columns);
      add_block(target.data() + 5, target.rows(), source.data() + 2, source.rows(), nodes, columns);
      EXPECT_EQ(target, expected);
    }
}

TYPED_TEST(DenseKernels, SolveForwardAndBackwardAreTheDenseSolvesForEverySmallSize) {
  using Real = TypeParam;
  const double tolerance = 4500 * kEpsilon<Real>;  // rounding times the condition
  std::mt19937 random(7);
  for_all_shapes([&](int own, int below) {
    Panel<Real> panel(own, below);
    const int columns = panel.shape.columns;
    const Eigen::MatrixXd matrix = random_definite<Real>(panel.rows(), random);
    panel.set(matrix);
    ASSERT_TRUE(factor_panel(panel.values.data(), panel.shape));
    panel.values.resize(panel.values.size() + 4 * kStripRows<Real>,
                        Real(NAN));  // may be read, must not matter
    const Eigen::MatrixXd l = test::lower_factor(matrix);
    const Eigen::MatrixXd l11 = l.topLeftCorner(columns, columns),
                          l21 = l.bottomLeftCorner(3 * below, columns);

    const Eigen::VectorXd right = random_matrix(columns, 1, random);
    using Numbers = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
    Numbers x = Numbers::Zero(padded<Real>(columns)), y = Numbers::Zero(padded<Real>(3 * below));
    const auto error = [](const Numbers& some, const Eigen::VectorXd& exact) {
      return exact.size() == 0
                 ? 0.0
                 : (some.head(exact.size()).template cast<double>() - exact).cwiseAbs().maxCoeff();
    };
    x.head(columns) = right.cast<Real>();
    solve_forward(panel.values.data(), panel.shape, x.data(), y.data());
    const Eigen::VectorXd forward = l11.triangularView<Eigen::Lower>().solve(right);
    ASSERT_LE(error(x, forward), tolerance) << own << "+" << below;
    ASSERT_LE(error(y, -l21 * forward), tolerance);

    const Eigen::VectorXd known = random_matrix(3 * below, 1, random);
    y.head(3 * below) = known.cast<Real>();
    x.head(columns) = right.cast<Real>();
    solve_backward(panel.values.data(), panel.shape, x.data(), y.data());
    const Eigen::VectorXd backward =
        l11.transpose().triangularView<Eigen::Upper>().solve(right - l21.transpose() * known);
    ASSERT_LE(error(x, backward), tolerance) << own << "+" << below;
  });
}

TYPED_TEST(DenseKernels, PanelShapeGivesEveryStripItsOwnPlace) {
  using Real = TypeParam;
  for_all_shapes([&](int own, int below) {
    const PanelShape<Real> shape{3 * own, 3 * below};
    std::ptrdiff_t end = 0;
    int rows = 0;
    for (int s = 0; s < shape.strips(); ++s) {
      EXPECT_EQ(shape.strip(s), end);
      const int width = s < shape.own_strips() ? kStripRows<Real> * (s + 1) : shape.columns;
      end += kStripRows<Real> * width;
      rows += shape.rows_in(s);
    }
    EXPECT_EQ(shape.size(), end);
    EXPECT_EQ(rows, 3 * (own + below));
  });
}

}  // namespace
}  // namespace isocloth
