#include "isocloth/linear/ordering.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "isocloth/linear/front_tree.hpp"
#include "isocloth/linear/ordering.hpp"
#include "linear/sample_graphs.hpp"

namespace isocloth {
namespace {

TEST(Ordering, NamesEveryNodeOnce) {
  for (const auto& [name, graph] : test::all_graphs())
    for (std::vector<int> order : {minimum_degree_order(graph), nested_dissection_order(graph)}) {
      std::sort(order.begin(), order.end());
      ASSERT_EQ(static_cast<int>(order.size()), graph.size()) << name;
      for (int k = 0; k < graph.size(); ++k) EXPECT_EQ(order[k], k) << name;
    }
}

TEST(Separator, LeavesNoCouplingBetweenTheSides) {
  for (const auto& [name, graph] : test::all_graphs()) {
    const std::vector<CutSide> side = find_separator(graph);
    ASSERT_EQ(static_cast<int>(side.size()), graph.size()) << name;
    for (int i = 0; i < graph.size(); ++i)
      for (const int j : graph.neighbours(i))
        EXPECT_FALSE(side[i] == CutSide::left && side[j] == CutSide::right) << name << ": " << i << " " << j;
  }
}

TEST(Separator, OfASheetIsAStraightLineOfTheThicknessOfTheCoupling) {
  for (const int reach : {1, 2})
    for (const int side : {9, 17, 24}) {
      const std::vector<CutSide> cut = find_separator(test::grid_graph(side, side, reach));
      EXPECT_EQ(std::count(cut.begin(), cut.end(), CutSide::separator), reach * side) << side;
      const auto left = std::count(cut.begin(), cut.end(), CutSide::left);
      const auto right = std::count(cut.begin(), cut.end(), CutSide::right);
      EXPECT_LE(std::abs(left - right), side * reach) << side;
    }
}

TEST(NestedDissection, EndsSoonOnGraphsThatCannotBeHalved) {
  constexpr int kMany = 5000;  // one node less per level would take minutes, and the stack
  EXPECT_EQ(nested_dissection_order(graph_of_cliques(kMany, {})).size(), std::size_t{kMany});
  EXPECT_EQ(nested_dissection_order(test::star_graph(kMany)).size(), std::size_t{kMany + 1});
  EXPECT_EQ(nested_dissection_order(test::path_graph(kMany)).size(), std::size_t{kMany});
  EXPECT_EQ(nested_dissection_order(test::complete_graph(300)).size(), 300U);
}

TEST(JoinFronts, KeepsEveryColumnAndNeverCostsTime) {
  // a chain of fronts of one node, each with three below: joining all is one dense block
  FrontTree tree;
  double before = 0;
  for (int k = 0; k < 40; ++k) {
    const int below = std::min(3, 39 - k);
    tree.fronts.push_back(
        {.own = {k}, .below = below, .last = k, .parent = k < 39 ? k + 1 : -1, .children = {}});
    if (k > 0) tree.fronts[k].children.push_back(k - 1);
    before += front_cost(1, below);
  }
  join_fronts(tree);
  double after = 0;
  std::vector<int> columns;
  for (const int f : front_order(tree)) {
    const FrontTree::Front& front = tree.fronts[f];
    after += front_cost(static_cast<int>(front.own.size()), front.below);
    columns.insert(columns.end(), front.own.begin(), front.own.end());
  }
  EXPECT_LT(after, before);
  ASSERT_EQ(columns.size(), 40U);
  for (int k = 0; k < 40; ++k) EXPECT_EQ(columns[k], k) << "a chain stays in order";
}

}  // namespace
}  // namespace isocloth
