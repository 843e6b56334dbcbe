#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "isocloth/linear/block_cholesky.hpp"
#include "isocloth/mesh/generators.hpp"
#include "linear/sample_graphs.hpp"
#include "support/count_allocations.hpp"
#include "support/sanitized.hpp"

namespace isocloth {
namespace {

/// Every node of a triangle mesh with all that share a triangle with it, as one set.
NodeGraph patch_graph(const Mesh& mesh) {
  test::Sets patches(mesh.node_count());
  for (const Element& element : mesh.elements)
    for (const int i : element)
      for (const int j : element)
        if (i >= 0 && j >= 0) patches[i].push_back(j);
  return graph_of_cliques(mesh.node_count(), patches);
}

std::vector<test::NamedGraph> shared_graphs() {
  std::vector<test::NamedGraph> graphs;
  const int largest = test::CountAllocations::works() ? 65 : 41;  // sanitizers are slow
  for (const int side : {9, 33, largest})
    graphs.emplace_back("grid " + std::to_string(side), test::grid_graph(side, side, 2));
  graphs.emplace_back("irregular triangles", patch_graph(make_irregular_rectangle({1.0, 1.3}, 1500, 4)));
  test::Sets sets = {{1600, 1601}};  // one piece with most of the work, some without any
  const NodeGraph grid = test::grid_graph(40, 40, 2);
  for (int i = 0; i < grid.size(); ++i)
    for (const int j : grid.neighbours(i)) sets.push_back({i, j});
  graphs.emplace_back("pieces", graph_of_cliques(1610, sets));
  return graphs;
}

/// Diagonally dominant: 24 neighbours with entries below 1 take at most 3·32 from a row.
void assemble_laplacian(BlockCholesky& cholesky, const NodeGraph& graph, double diagonal = 120) {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> entry(-1, 1);
  cholesky.set_zero();
  for (int i = 0; i < graph.size(); ++i) {
    const BlockSlot own = cholesky.slot(i, i);
    for (int a = 0; a < 3; ++a) cholesky.values()[own.offset + a + a * own.leading] = diagonal;
    for (const int j : graph.neighbours(i)) {
      if (cholesky.position(j) > cholesky.position(i)) continue;
      const BlockSlot slot = cholesky.slot(i, j);
      for (int k = 0; k < 9; ++k)
        cholesky.values()[slot.offset + k / 3 + k % 3 * slot.leading] = entry(random);
    }
  }
}

Points some_points(int count) {
  std::mt19937 random(22);
  std::uniform_real_distribution<double> entry(-1, 1);
  return Points::NullaryExpr(count, 3, [&] { return entry(random); });
}

bool same_bits(const Points& a, const Points& b) {
  return a.rows() == b.rows() && std::memcmp(a.data(), b.data(), sizeof(double) * a.size()) == 0;
}

TEST(BlockCholeskyWithThreads, GivesTheBitsOfOneThread) {
  for (const auto& [name, graph] : shared_graphs()) {
    BlockCholesky alone(graph), shared(graph);
    assemble_laplacian(alone, graph);
    ASSERT_TRUE(alone.factor()) << name;
    Points expected = some_points(graph.size());
    alone.solve(expected);
    ASSERT_TRUE(expected.allFinite());
    for (const int count : test::kSanitized ? std::vector{3} : std::vector{1, 2, 3, 4}) {
      Threads threads(count);
      for (int round = 0; round < (graph.size() > 2000 ? 1 : 3); ++round) {
        assemble_laplacian(shared, graph);
        ASSERT_TRUE(shared.factor(threads)) << name;
        Points x = some_points(graph.size());
        shared.solve(x, threads);
        EXPECT_TRUE(same_bits(x, expected)) << name << ", " << count << " threads";
        x = some_points(graph.size());
        shared.solve(x);
        EXPECT_TRUE(same_bits(x, expected)) << name << ", factor shared, solved alone";
      }
    }
  }
}

TEST(BlockCholeskyWithThreads, SaysNoWhereverTheMatrixIsNotDefiniteAndIsUsableAgain) {
  const NodeGraph graph = test::grid_graph(33, 33, 2);
  BlockCholesky cholesky(graph);
  Threads threads(3);
  for (int node = 0; node < graph.size(); node += 97) {
    assemble_laplacian(cholesky, graph);
    const BlockSlot slot = cholesky.slot(node, node);
    cholesky.values()[slot.offset] = -1;
    EXPECT_FALSE(cholesky.factor(threads)) << "node " << node;
  }
  assemble_laplacian(cholesky, graph);
  EXPECT_TRUE(cholesky.factor(threads));
}

TEST(BlockCholeskyWithThreads, TakesNoMemory) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const NodeGraph graph = test::grid_graph(33, 33, 2);
  BlockCholesky cholesky(graph);
  Threads threads(2);
  assemble_laplacian(cholesky, graph);
  Points x = some_points(graph.size());
  const test::CountAllocations here;
  const bool definite = cholesky.factor(threads);
  cholesky.solve(x, threads);
  EXPECT_EQ(here.count(), 0);
  EXPECT_TRUE(definite);
}

}  // namespace
}  // namespace isocloth
