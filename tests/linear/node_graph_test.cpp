#include "isocloth/linear/node_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "linear/sample_graphs.hpp"

namespace isocloth {
namespace {

TEST(NodeGraph, HoldsEveryPairOfEverySetOnceInBothDirectionsSorted) {
  std::mt19937 random(2);
  std::uniform_int_distribution<int> node(0, 14), size(0, 5);
  for (int trial = 0; trial < 50; ++trial) {
    test::Sets sets(8);
    std::set<std::pair<int, int>> expected;
    for (std::vector<int>& set : sets) {
      for (int k = size(random); k > 0; --k) set.push_back(node(random));
      for (const int i : set)
        for (const int j : set)
          if (i != j) expected.emplace(i, j);
    }
    const NodeGraph graph = graph_of_cliques(15, sets);
    ASSERT_EQ(graph.size(), 15);
    std::set<std::pair<int, int>> found;
    for (int i = 0; i < 15; ++i) {
      const auto near = graph.neighbours(i);
      EXPECT_TRUE(std::is_sorted(near.begin(), near.end()));
      for (const int j : near) EXPECT_TRUE(found.emplace(i, j).second) << "twice: " << i << " " << j;
    }
    EXPECT_EQ(found, expected);
  }
}

TEST(NodeGraph, WithPairsIsThatOfMoreSets) {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> node(0, 14);
  for (int trial = 0; trial < 50; ++trial) {
    test::Sets sets = {{0, 1, 2}, {3, 4}, {node(random), node(random), node(random)}};
    const NodeGraph graph = graph_of_cliques(15, sets);
    std::vector<std::array<int, 2>> pairs;
    for (int k = 0; k < 6; ++k) {
      const int i = node(random), j = node(random);
      if (i == j) continue;
      pairs.push_back({std::min(i, j), std::max(i, j)});
      sets.push_back({i, j});
    }
    const NodeGraph more = with_pairs(graph, pairs), expected = graph_of_cliques(15, sets);
    EXPECT_EQ(more.begin, expected.begin);
    EXPECT_EQ(more.neighbour, expected.neighbour);
  }
}

TEST(NodeGraph, MayBeEmpty) {
  EXPECT_EQ(graph_of_cliques(0, {}).size(), 0);
  EXPECT_TRUE(graph_of_cliques(1, {{0}}).neighbours(0).empty());
}

}  // namespace
}  // namespace isocloth
