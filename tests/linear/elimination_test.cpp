#include "isocloth/linear/elimination.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "isocloth/linear/ordering.hpp"
#include "linear/sample_graphs.hpp"

namespace isocloth {
namespace {

/// Positions below the diagonal of each column of the factor, by eliminating nodes one by one.
std::vector<std::set<int>> true_fill(const NodeGraph& graph, const std::vector<int>& position) {
  std::vector<std::set<int>> later(graph.size());
  for (int i = 0; i < graph.size(); ++i)
    for (const int j : graph.neighbours(i))
      if (position[j] > position[i]) later[position[i]].insert(position[j]);
  for (std::size_t k = 0; k < later.size(); ++k)
    for (const int i : later[k])
      for (const int j : later[k])
        if (j > i) later[i].insert(j);
  return later;
}

TEST(Elimination, OrdersEveryNodeOnce) {
  for (const auto& [name, graph] : test::all_graphs()) {
    std::vector<int> position = analyze_elimination(graph).position;
    std::sort(position.begin(), position.end());
    ASSERT_EQ(static_cast<int>(position.size()), graph.size()) << name;
    for (int k = 0; k < graph.size(); ++k) EXPECT_EQ(position[k], k) << name;
  }
}

TEST(Elimination, SupernodesFollowEachOtherAndParentsComeAfterChildren) {
  for (const auto& [name, graph] : test::all_graphs()) {
    const Elimination elimination = analyze_elimination(graph);
    int next = 0;
    for (int s = 0; s < static_cast<int>(elimination.supernodes.size()); ++s) {
      const Supernode& node = elimination.supernodes[s];
      EXPECT_EQ(node.first, next) << name;
      EXPECT_GT(node.count, 0) << name;
      for (int k = 0; k < node.count; ++k) EXPECT_EQ(elimination.supernode_of[node.first + k], s) << name;
      next += node.count;
      EXPECT_TRUE(std::is_sorted(node.below.begin(), node.below.end())) << name;
      EXPECT_EQ(node.below.empty(), node.parent < 0) << name;
      if (node.below.empty()) continue;
      EXPECT_GE(node.below.front(), next) << name;
      EXPECT_GT(node.parent, s) << name;
    }
    EXPECT_EQ(next, graph.size()) << name;
  }
}

TEST(Elimination, StructureHoldsTheWholeFillOfTheFactor) {
  for (const auto& [name, graph] : test::all_graphs()) {
    const Elimination elimination = analyze_elimination(graph);
    const std::vector<std::set<int>> fill = true_fill(graph, elimination.position);
    for (int k = 0; k < graph.size(); ++k) {
      const Supernode& node = elimination.supernodes[elimination.supernode_of[k]];
      for (const int row : fill[k])
        EXPECT_TRUE(row < node.first + node.count ||
                    std::binary_search(node.below.begin(), node.below.end(), row))
            << name << ": column " << k << ", row " << row;
    }
  }
}

TEST(Elimination, EveryUpdateFitsIntoTheParent) {
  for (const auto& [name, graph] : test::all_graphs()) {
    const Elimination elimination = analyze_elimination(graph);
    for (const Supernode& node : elimination.supernodes) {
      if (node.parent < 0) continue;
      const Supernode& parent = elimination.supernodes[node.parent];
      for (const int row : node.below)
        EXPECT_TRUE((row >= parent.first && row < parent.first + parent.count) ||
                    std::binary_search(parent.below.begin(), parent.below.end(), row))
            << name;
    }
  }
}

TEST(Elimination, ChildrenComeInPostorderSoThatUpdatesFormAStack) {
  for (const auto& [name, graph] : test::all_graphs()) {
    const std::vector<Supernode> supernodes = analyze_elimination(graph).supernodes;
    std::vector<int> waiting;  // updates that no parent has taken yet
    for (int s = 0; s < static_cast<int>(supernodes.size()); ++s) {
      while (!waiting.empty() && supernodes[waiting.back()].parent == s) waiting.pop_back();
      for (const int other : waiting)
        EXPECT_NE(supernodes[other].parent, s) << name << ": not on top of the stack";
      if (supernodes[s].parent >= 0) waiting.push_back(s);
    }
    EXPECT_TRUE(waiting.empty()) << name;
  }
}

TEST(Elimination, ByMinimumDegreeFillsNothingOfAPath) {
  const NodeGraph graph = test::path_graph(40);
  const std::vector<int> order = minimum_degree_order(graph);
  std::vector<int> position(40);
  for (int k = 0; k < 40; ++k) position[order[k]] = k;
  std::size_t entries = 0;
  for (const std::set<int>& column : true_fill(graph, position)) entries += column.size();
  EXPECT_EQ(entries, 39U);
}

}  // namespace
}  // namespace isocloth
