#include "isocloth/linear/block_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "linear/sample_graphs.hpp"
#include "support/count_allocations.hpp"

namespace isocloth {
namespace {

/// A Laplacian with blocks of its own for every pair, plus `shift` on the diagonal: the smaller that is, the
/// worse its condition, about 50 / shift.
template <class Solver>
void assemble_laplacian(Solver& solver, const NodeGraph& graph, double shift, Threads& threads) {
  solver.set_zero(threads);
  std::mt19937 random(21);
  std::uniform_real_distribution<double> weight(0.5, 1.5);
  const auto add = [&](int i, int j, double value) {
    const BlockSlot slot = solver.slot(i, j);
    for (int a = 0; a < 3; ++a) solver.values()[slot.offset + a + a * slot.leading] += value * (a + 1);
  };
  for (int i = 0; i < graph.size(); ++i) {
    add(i, i, shift);
    for (const int j : graph.neighbours(i)) {
      if (solver.position(j) > solver.position(i)) continue;
      const double value = weight(random);
      add(i, i, value);
      add(j, j, value);
      add(i, j, -value);
    }
  }
}

Points random_right(int count, unsigned seed = 22) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> entry(-1, 1);
  return Points::NullaryExpr(count, 3, [&] { return entry(random); });
}

/// Largest difference from what double precision gives, relative to that.
double error_of_solution(BlockSolver& solver, const NodeGraph& graph, double shift, Threads& threads) {
  BlockCholesky exact(graph);
  assemble_laplacian(exact, graph, shift, threads);
  assemble_laplacian(solver, graph, shift, threads);
  EXPECT_TRUE(exact.factor(threads) && solver.factor(threads));
  Points x = random_right(graph.size()), expected = x;
  solver.solve(x, threads);
  exact.solve(expected, threads);
  return (x - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

TEST(BlockSolver, IsAsGoodAsDoublePrecisionWhereItRoundsTheFactor) {
  Threads threads(1);
  for (const int side : {20, 33}) {
    const NodeGraph graph = test::grid_graph(side, side, 2);
    BlockSolver solver(graph);
    for (const double shift : {1.0, 1e-2, 1e-3}) {
      EXPECT_LE(error_of_solution(solver, graph, shift, threads), 1e-6) << side << ", " << shift;
      EXPECT_TRUE(solver.is_rounded()) << side << ", " << shift;
    }
  }
}

TEST(BlockSolver, FactorsInDoubleWhereSinglePrecisionIsNotEnoughAndReturnsToItAfterwards) {
  Threads threads(1);
  const NodeGraph graph = test::grid_graph(24, 24, 2);
  BlockSolver solver(graph);
  for (const double shift : {1e-9, 1e-11}) {  // condition 10¹⁰ and more, rounding 6·10⁻⁸
    EXPECT_LE(error_of_solution(solver, graph, shift, threads), 1e-6) << shift;
    EXPECT_FALSE(solver.is_rounded()) << shift;
  }
  EXPECT_LE(error_of_solution(solver, graph, 1.0, threads), 1e-6);
  EXPECT_TRUE(solver.is_rounded());
}

TEST(BlockSolver, GivesTheBitsOfOneThread) {
  const NodeGraph graph = test::grid_graph(33, 33, 2);
  Threads one(1), three(3);
  BlockSolver alone(graph), shared(graph);
  for (const double shift : {1e-2, 1e-9}) {
    assemble_laplacian(alone, graph, shift, one);
    assemble_laplacian(shared, graph, shift, three);
    ASSERT_TRUE(alone.factor(one) && shared.factor(three));
    for (const unsigned seed : {1u, 2u}) {
      Points x = random_right(graph.size(), seed), expected = x;
      alone.solve(expected, one);
      shared.solve(x, three);
      EXPECT_EQ(x, expected) << shift;
    }
  }
}

TEST(BlockSolver, SaysNoToWhatIsNotDefiniteOrNoNumberAndIsUsableAgain) {
  Threads threads(1);
  for (const int side : {4, 24}) {
    const NodeGraph graph = test::grid_graph(side, side, 2);
    BlockSolver solver(graph);
    for (const double bad : {-100.0, double(NAN), double(INFINITY)}) {
      assemble_laplacian(solver, graph, 1, threads);
      const int node = graph.size() / 2;
      solver.values()[solver.slot(node, node).offset] = bad;
      EXPECT_FALSE(solver.factor(threads)) << side << ", " << bad;
    }
    EXPECT_LE(error_of_solution(solver, graph, 1, threads), 1e-6);
  }
}

TEST(BlockSolver, LeavesNothingAsItIsAndPassesOnWhatIsNoNumber) {
  Threads threads(1);
  const NodeGraph graph = test::grid_graph(24, 24, 2);
  BlockSolver solver(graph);
  assemble_laplacian(solver, graph, 1, threads);
  ASSERT_TRUE(solver.factor(threads));
  Points x = Points::Zero(graph.size(), 3);
  solver.solve(x, threads);
  EXPECT_EQ(x, Points::Zero(graph.size(), 3));
  x(5, 1) = NAN;
  solver.solve(x, threads);
  EXPECT_FALSE(x.allFinite());
}

TEST(BlockSolver, TakesNoMemory) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  Threads threads(2);
  for (const int side : {5, 24}) {
    const NodeGraph graph = test::grid_graph(side, side, 2);
    BlockSolver solver(graph);
    assemble_laplacian(solver, graph, 1, threads);
    Points x = random_right(graph.size());
    const test::CountAllocations here;
    const bool definite = solver.factor(threads);
    solver.solve(x, threads);
    EXPECT_EQ(here.count(), 0) << side;
    EXPECT_TRUE(definite);
  }
}

}  // namespace
}  // namespace isocloth
