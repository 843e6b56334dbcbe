#include "isocloth/linear/node_graph.hpp"

#include <algorithm>

namespace isocloth {

NodeGraph graph_of_cliques(int node_count, const std::vector<std::vector<int>>& sets) {
  std::vector<std::vector<int>> near(node_count);
  for (const std::vector<int>& set : sets)
    for (const int i : set)
      for (const int j : set)
        if (i != j) near[i].push_back(j);

  NodeGraph graph;
  graph.begin.reserve(node_count + 1);
  for (std::vector<int>& list : near) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    graph.neighbour.insert(graph.neighbour.end(), list.begin(), list.end());
    graph.begin.push_back(static_cast<int>(graph.neighbour.size()));
  }
  return graph;
}

}  // namespace isocloth
