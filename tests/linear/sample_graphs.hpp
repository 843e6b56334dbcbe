#pragma once

/// Graphs of every kind that a factorisation may meet.

#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "isocloth/linear/node_graph.hpp"

namespace isocloth::test {

using NamedGraph = std::pair<std::string, NodeGraph>;
using Sets = std::vector<std::vector<int>>;

inline NodeGraph path_graph(int count) {
  Sets sets;
  for (int i = 0; i + 1 < count; ++i) sets.push_back({i, i + 1});
  return graph_of_cliques(count, sets);
}

/// Every node of a grid with all within `reach` of it along rows and columns; 1 couples the nodes of a cell.
inline NodeGraph grid_graph(int columns, int rows, int reach) {
  Sets sets;
  for (int r = 0; r + reach < rows || r == 0; ++r)
    for (int c = 0; c + reach < columns || c == 0; ++c) {
      sets.emplace_back();
      for (int dr = 0; dr <= reach && r + dr < rows; ++dr)
        for (int dc = 0; dc <= reach && c + dc < columns; ++dc)
          sets.back().push_back((r + dr) * columns + c + dc);
    }
  return graph_of_cliques(columns * rows, sets);
}

inline NodeGraph star_graph(int rays) {
  Sets sets;
  for (int i = 1; i <= rays; ++i) sets.push_back({0, i});
  return graph_of_cliques(rays + 1, sets);
}

inline NodeGraph complete_graph(int count) {
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  return graph_of_cliques(count, {all});
}

inline NodeGraph random_graph(int count, int edges, std::mt19937& random) {
  std::uniform_int_distribution<int> node(0, count - 1);
  Sets sets;
  for (int e = 0; e < edges; ++e) sets.push_back({node(random), node(random)});
  return graph_of_cliques(count, sets);
}

inline std::vector<NamedGraph> all_graphs() {
  std::vector<NamedGraph> graphs;
  graphs.emplace_back("single node", path_graph(1));
  graphs.emplace_back("no edge", graph_of_cliques(5, {}));
  for (const int count : {2, 3, 10, 40})
    graphs.emplace_back("path " + std::to_string(count), path_graph(count));
  graphs.emplace_back("grid", grid_graph(7, 9, 1));
  graphs.emplace_back("two rings", grid_graph(8, 8, 2));
  graphs.emplace_back("wide grid", grid_graph(40, 3, 1));
  graphs.emplace_back("star", star_graph(12));
  graphs.emplace_back("complete", complete_graph(11));
  graphs.emplace_back("two parts", graph_of_cliques(9, {{0, 1, 2}, {2, 3}, {4, 5, 6, 7, 8}}));
  std::mt19937 random(1);
  for (const int edges : {5, 20, 40, 80, 200})
    for (int trial = 0; trial < 6; ++trial)
      graphs.emplace_back("random, " + std::to_string(edges) + " edges", random_graph(25, edges, random));
  return graphs;
}

}  // namespace isocloth::test
