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

TEST(NodeGraph, MayBeEmpty) {
  EXPECT_EQ(graph_of_cliques(0, {}).size(), 0);
  EXPECT_TRUE(graph_of_cliques(1, {{0}}).neighbours(0).empty());
}

}  // namespace
}  // namespace isocloth
