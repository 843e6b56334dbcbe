#pragma once

/// Which nodes are coupled by a matrix with one 3×3 block per pair of nodes.

#include <array>
#include <span>
#include <vector>

namespace isocloth {

/// Symmetric adjacency without the diagonal, compressed: neighbours of i are neighbour[begin[i] …
/// begin[i+1]), sorted.
struct NodeGraph {
  std::vector<int> begin{0};
  std::vector<int> neighbour;

  int size() const { return static_cast<int>(begin.size()) - 1; }
  std::span<const int> neighbours(int node) const {
    return {neighbour.data() + begin[node], neighbour.data() + begin[node + 1]};
  }
};

/// Graph in which the nodes of each set are all coupled with each other.
NodeGraph graph_of_cliques(int node_count, const std::vector<std::vector<int>>& sets);

/// The graph with these pairs coupled as well, which may be so already or come twice.
NodeGraph with_pairs(const NodeGraph& graph, std::span<const std::array<int, 2>> pairs);

}  // namespace isocloth
