#include "isocloth/linear/ordering.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace isocloth {
namespace {

constexpr int kSmallPart = 8;  ///< nodes; smaller fronts are joined again anyway
constexpr int kSmallestShare =
    8;  ///< a side must have more than one in so many nodes, so that halves end soon

/// The part of a graph between some of its nodes, which are numbered in this order.
NodeGraph subgraph(const NodeGraph& graph, const std::vector<int>& nodes, std::vector<int>& number) {
  for (int k = 0; k < static_cast<int>(nodes.size()); ++k) number[nodes[k]] = k;
  NodeGraph result;
  for (const int node : nodes) {
    for (const int j : graph.neighbours(node))
      if (number[j] >= 0) result.neighbour.push_back(number[j]);
    result.begin.push_back(static_cast<int>(result.neighbour.size()));
  }
  for (const int node : nodes) number[node] = -1;
  return result;
}

/// Nodes of each connected piece of a graph.
std::vector<std::vector<int>> pieces_of(const NodeGraph& graph) {
  std::vector<std::vector<int>> pieces;
  std::vector<char> seen(graph.size(), 0);
  for (int start = 0; start < graph.size(); ++start) {
    if (seen[start]) continue;
    std::vector<int> piece = {start};
    seen[start] = 1;
    for (std::size_t k = 0; k < piece.size(); ++k)
      for (const int j : graph.neighbours(piece[k]))
        if (!std::exchange(seen[j], 1)) piece.push_back(j);
    std::sort(piece.begin(), piece.end());
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

class Dissection {
 public:
  Dissection(const NodeGraph& graph, OrderingEffort effort)
      : graph_(graph), effort_(effort), number_(graph.size(), -1) {}

  /// Appends some nodes in the order of their elimination.
  void add(const std::vector<int>& nodes) {
    const NodeGraph part = subgraph(graph_, nodes, number_);
    for (const std::vector<int>& piece : pieces_of(part)) add_connected(named(piece, nodes));
  }
  std::vector<int> order;

 private:
  void add_connected(const std::vector<int>& nodes) {
    const NodeGraph part = subgraph(graph_, nodes, number_);
    std::vector<int> parts[3];
    if (part.size() > kSmallPart) {
      const std::vector<CutSide> side = find_separator(part, effort_);
      for (int k = 0; k < part.size(); ++k) parts[static_cast<int>(side[k])].push_back(nodes[k]);
    }
    if (static_cast<int>(std::min(parts[0].size(), parts[1].size())) <= part.size() / kSmallestShare) {
      append(named(minimum_degree_order(part), nodes));  // too small, or cannot be cut well
    } else {
      add(parts[0]);
      add(parts[1]);
      append(parts[2]);
    }
  }
  static std::vector<int> named(std::vector<int> some, const std::vector<int>& nodes) {
    for (int& k : some) k = nodes[k];
    return some;
  }
  void append(const std::vector<int>& nodes) { order.insert(order.end(), nodes.begin(), nodes.end()); }

  const NodeGraph& graph_;
  const OrderingEffort effort_;
  std::vector<int> number_;  ///< of each node in the part at hand, or −1
};

}  // namespace

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

NodeGraph with_pairs(const NodeGraph& graph, std::span<const std::array<int, 2>> pairs) {
  std::vector<std::vector<int>> more(graph.size());
  for (const auto& [i, j] : pairs) {
    more[i].push_back(j);
    more[j].push_back(i);
  }
  NodeGraph result;
  result.begin.reserve(graph.begin.size());
  result.neighbour.reserve(graph.neighbour.size() + 2 * pairs.size());
  for (int i = 0; i < graph.size(); ++i) {
    const std::span<const int> known = graph.neighbours(i);
    std::sort(more[i].begin(), more[i].end());
    more[i].erase(std::unique(more[i].begin(), more[i].end()), more[i].end());
    std::set_union(known.begin(), known.end(), more[i].begin(), more[i].end(),
                   std::back_inserter(result.neighbour));
    result.begin.push_back(static_cast<int>(result.neighbour.size()));
  }
  return result;
}

std::vector<int> minimum_degree_order(const NodeGraph& graph) {
  const int n = graph.size();
  if (n == 0) return {};
  Eigen::SparseMatrix<double> pattern(n, n);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 1.0);
    for (const int j : graph.neighbours(i)) entries.emplace_back(i, j, 1.0);
  }
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order);
  return {order.indices().data(), order.indices().data() + n};
}

std::vector<int> nested_dissection_order(const NodeGraph& graph, OrderingEffort effort) {
  std::vector<int> nodes(graph.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  Dissection dissection(graph, effort);
  dissection.add(nodes);
  return dissection.order;
}

}  // namespace isocloth
