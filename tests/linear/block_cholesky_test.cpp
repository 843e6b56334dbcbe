#include "isocloth/linear/block_cholesky.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <random>

#include "linear/sample_graphs.hpp"
#include "support/count_allocations.hpp"
#include "support/dense_algebra.hpp"

namespace isocloth {
namespace {

/// A symmetric matrix with a block wherever the graph has an edge; diagonally dominant, so that its condition
/// is below about 10 and rounding stays rounding.
Eigen::MatrixXd random_definite(const NodeGraph& graph, std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1, 1);
  const int n = graph.size();
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(3 * n, 3 * n);
  for (int i = 0; i < n; ++i) {
    for (const int j : graph.neighbours(i))
      if (j < i)
        for (int k = 0; k < 9; ++k) {
          const double value = entry(random);
          matrix(3 * i + k / 3, 3 * j + k % 3) = matrix(3 * j + k % 3, 3 * i + k / 3) = value;
        }
    matrix(3 * i, 3 * i + 1) = matrix(3 * i + 1, 3 * i) = entry(random);
    matrix(3 * i, 3 * i + 2) = matrix(3 * i + 2, 3 * i) = entry(random);
  }
  matrix.diagonal() = matrix.cwiseAbs().rowwise().sum() + Vector::Ones(3 * n);
  return matrix;
}

void add_dense_block(BlockCholesky& cholesky, const Eigen::MatrixXd& matrix, int later, int earlier) {
  const BlockSlot slot = cholesky.slot(later, earlier);
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r)
      cholesky.values()[slot.offset + r + c * slot.leading] += matrix(3 * later + r, 3 * earlier + c);
}

void assemble(BlockCholesky& cholesky, const NodeGraph& graph, const Eigen::MatrixXd& matrix) {
  cholesky.set_zero();
  for (int i = 0; i < graph.size(); ++i) {
    add_dense_block(cholesky, matrix, i, i);
    for (const int j : graph.neighbours(i))
      if (cholesky.position(i) > cholesky.position(j)) add_dense_block(cholesky, matrix, i, j);
  }
}

Points random_points(int count, std::mt19937& random) {
  std::uniform_real_distribution<double> entry(-1, 1);
  return Points::NullaryExpr(count, 3, [&] { return entry(random); });
}

TEST(BlockCholesky, SolvesAsTheDenseFactorisationDoesOnEveryGraphAgainAndAgain) {
  std::mt19937 random(7);
  for (const auto& [name, graph] : test::all_graphs()) {
    BlockCholesky cholesky(graph);
    for (int trial = 0; trial < 3; ++trial) {  // new values in the same object
      const Eigen::MatrixXd matrix = random_definite(graph, random);
      assemble(cholesky, graph, matrix);
      ASSERT_TRUE(cholesky.factor()) << name;
      for (int side = 0; side < 2; ++side) {  // two right-hand sides with one factor
        Points x = random_points(graph.size(), random);
        const Vector exact =
            test::solve_definite(matrix, Vector(Eigen::Map<const Vector>(x.data(), x.size())));
        cholesky.solve(x);
        const double error = (Eigen::Map<const Vector>(x.data(), x.size()) - exact).cwiseAbs().maxCoeff();
        EXPECT_LE(error, 1e-13) << name;  // values below 1, condition below 10
      }
    }
  }
}

TEST(BlockCholesky, SolvesInTwoHalves) {
  std::mt19937 random(12);
  Threads one;
  for (const auto& [name, graph] : test::all_graphs()) {
    BlockCholesky cholesky(graph);
    const Eigen::MatrixXd matrix = random_definite(graph, random);
    assemble(cholesky, graph, matrix);
    ASSERT_TRUE(cholesky.factor()) << name;
    const Points right = random_points(graph.size(), random);
    Points whole = right, halves = right;
    Vector y(right.size());
    cholesky.solve(whole);
    cholesky.solve_lower(right, y.data(), one);
    EXPECT_NEAR(y.squaredNorm(), right.cwiseProduct(whole).sum(), 1e-13 * y.squaredNorm()) << name;
    cholesky.solve_upper(y.data(), halves, one);
    EXPECT_EQ(halves, whole) << name;
  }
}

/// A right-hand side at few nodes reaches only their way to the root; what lies beside it is not touched.
TEST(BlockCholesky, SolvesForFewNodesAlongTheirWayToTheRoot) {
  std::mt19937 random(13);
  Threads one;
  for (const auto& [name, graph] : test::all_graphs()) {
    BlockCholesky cholesky(graph);
    assemble(cholesky, graph, random_definite(graph, random));
    ASSERT_TRUE(cholesky.factor()) << name;
    const int n = graph.size(), nodes[] = {0, n / 2, n - 1};
    const double weights[] = {0.3, 0.7, -1.0}, untouched = 77;
    const Eigen::Index leading = 3 * n + 2;
    Vector columns = Vector::Constant(3 * leading, untouched), whole(3 * n);
    BlockCholesky::Reach reach;
    cholesky.solve_lower(nodes, weights, columns.data(), leading, reach);
    std::vector<char> is_reached(3 * n, 0);
    for (const auto& [begin, end] : reach) std::fill(is_reached.begin() + begin, is_reached.begin() + end, 1);
    for (int c = 0; c < 3; ++c) {
      Points right = Points::Zero(n, 3);
      for (int i = 0; i < 3; ++i) right(nodes[i], c) += weights[i];
      cholesky.solve_lower(right, whole.data(), one);
      for (int k = 0; k < 3 * n; ++k) {
        EXPECT_NEAR(is_reached[k] ? columns[c * leading + k] : 0.0, whole[k], 1e-15) << name << ' ' << k;
        EXPECT_EQ(columns[c * leading + k] == untouched, !is_reached[k]) << name << ' ' << k;
      }
    }
  }
}

/// Nodes that became neighbours as others were eliminated have a block, too, to which something may be added.
TEST(BlockCholesky, HasSlotsForAllThatIsCoupledAndForWhatFillsIn) {
  std::mt19937 random(14);
  int filled = 0, none = 0;
  for (const auto& [name, graph] : test::all_graphs()) {
    BlockCholesky cholesky(graph);
    Eigen::MatrixXd matrix = random_definite(graph, random);
    assemble(cholesky, graph, matrix);
    for (int i = 0; i < graph.size(); ++i)
      for (int j = 0; j < graph.size(); ++j) {
        if (cholesky.position(i) <= cholesky.position(j)) continue;
        const auto around = graph.neighbours(i);
        if (std::find(around.begin(), around.end(), j) != around.end()) {
          EXPECT_TRUE(cholesky.has_slot(i, j)) << name << ' ' << i << ' ' << j;
        } else if (!cholesky.has_slot(i, j)) {
          ++none;
        } else {
          ++filled;
          matrix(3 * i, 3 * j + 1) = matrix(3 * j + 1, 3 * i) = 1e-3;
          add_dense_block(cholesky, matrix, i, j);
        }
      }
    Points x = random_points(graph.size(), random);
    const Vector exact = test::solve_definite(matrix, Vector(Eigen::Map<const Vector>(x.data(), x.size())));
    ASSERT_TRUE(cholesky.factor()) << name;
    cholesky.solve(x);
    EXPECT_LE((Eigen::Map<const Vector>(x.data(), x.size()) - exact).cwiseAbs().maxCoeff(), 1e-13) << name;
  }
  EXPECT_GT(filled, 0);
  EXPECT_GT(none, 0);
}

TEST(BlockCholesky, SolvesABadlyConditionedSystemToASmallResidual) {
  std::mt19937 random(8);
  const NodeGraph graph = test::grid_graph(9, 9, 2);
  Eigen::MatrixXd matrix = random_definite(graph, random);
  const Vector scale =
      Vector::LinSpaced(matrix.rows(), 0, 6).unaryExpr([](double e) { return std::pow(10, e); });
  matrix = scale.asDiagonal() * matrix * scale.asDiagonal();  // rows from 1 to 10¹²
  BlockCholesky cholesky(graph);
  assemble(cholesky, graph, matrix);
  ASSERT_TRUE(cholesky.factor());
  const Points right = random_points(graph.size(), random);
  Points x = right;
  cholesky.solve(x);
  const Vector flat = Eigen::Map<const Vector>(x.data(), x.size());
  const Vector residual = matrix * flat - Eigen::Map<const Vector>(right.data(), right.size());
  const Vector terms = matrix.cwiseAbs() * flat.cwiseAbs();
  EXPECT_LE(residual.cwiseQuotient(terms).cwiseAbs().maxCoeff(), 1e-13);  // each row to its own rounding
}

TEST(BlockCholesky, SaysNoToAMatrixThatIsNotPositiveDefinite) {
  std::mt19937 random(9);
  for (const auto& [name, graph] : test::all_graphs())
    for (int node = 0; node < graph.size(); node += 1 + graph.size() / 5) {
      Eigen::MatrixXd matrix = random_definite(graph, random);
      matrix(3 * node + 1, 3 * node + 1) = -1;
      BlockCholesky cholesky(graph);
      assemble(cholesky, graph, matrix);
      EXPECT_FALSE(cholesky.factor()) << name << ", node " << node;
      assemble(cholesky, graph, random_definite(graph, random));
      EXPECT_TRUE(cholesky.factor()) << name << ": usable again afterwards";
    }
}

TEST(BlockCholesky, SaysNoToNumbersThatAreNone) {
  std::mt19937 random(10);
  for (const auto& [name, graph] : test::all_graphs())
    for (const double bad : {double(NAN), double(INFINITY)})
      for (int i = 0; i < graph.size(); i += 1 + graph.size() / 5) {
        Eigen::MatrixXd matrix = random_definite(graph, random);
        const int j = graph.neighbours(i).empty() ? i : graph.neighbours(i).front();
        matrix(3 * i + 1, 3 * j) = matrix(3 * j, 3 * i + 1) = bad;
        BlockCholesky cholesky(graph);
        assemble(cholesky, graph, matrix);
        EXPECT_FALSE(cholesky.factor()) << name << ", block " << i << " " << j;
      }
}

TEST(BlockCholesky, GivesTheSameBitsEachTime) {
  std::mt19937 random(11);
  const NodeGraph graph = test::grid_graph(8, 8, 2);
  const Eigen::MatrixXd matrix = random_definite(graph, random);
  const Points right = random_points(graph.size(), random);
  Points first = right, second = right;
  BlockCholesky a(graph), b(graph);
  assemble(a, graph, matrix);
  assemble(b, graph, random_definite(graph, random));
  EXPECT_TRUE(a.factor() && b.factor());
  assemble(b, graph, matrix);  // b has another past
  EXPECT_TRUE(b.factor());
  a.solve(first);
  b.solve(second);
  EXPECT_EQ(first, second);
}

TEST(BlockCholesky, FactorsAndSolvesWithoutTakingMemory) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  std::mt19937 random(12);
  const NodeGraph graph = test::grid_graph(9, 9, 2);
  const Eigen::MatrixXd matrix = random_definite(graph, random);
  const test::CountAllocations all;
  BlockCholesky cholesky(graph);
  EXPECT_GT(all.count(), 0) << "the counter must count";
  Points x = random_points(graph.size(), random);
  assemble(cholesky, graph, matrix);
  const test::CountAllocations here;
  const bool definite = cholesky.factor();
  cholesky.solve(x);
  EXPECT_EQ(here.count(), 0);
  EXPECT_TRUE(definite);
}

TEST(BlockCholesky, OfNothingIsNothing) {
  BlockCholesky cholesky(graph_of_cliques(0, {}));
  cholesky.set_zero();
  EXPECT_TRUE(cholesky.factor());
  Points x(0, 3);
  cholesky.solve(x);
  EXPECT_EQ(cholesky.factor_flops(), 0);
}

TEST(BlockCholesky, CountsTheWorkOfADenseFactorisation) {
  // n³/3 at leading order: 11 nodes are 33 rows in one panel, Σ_j (33 − j)² = 33·34·67/6
  EXPECT_EQ(BlockCholesky(test::complete_graph(11)).factor_flops(), 33 * 34 * 67 / 6);
}

}  // namespace
}  // namespace isocloth
