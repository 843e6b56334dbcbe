#include "isocloth/linear/elimination.hpp"

#include <algorithm>
#include <utility>

#include "isocloth/linear/front_tree.hpp"
#include "isocloth/linear/ordering.hpp"

namespace isocloth {
namespace {

/// In graphs of more nodes, minimum degree was hardly ever the faster order.
constexpr int kHalvesAreBetter = 400;

/// Parent of each column in the elimination tree (Liu), columns already in elimination order.
std::vector<int> elimination_tree(const NodeGraph& graph, const std::vector<int>& order,
                                  const std::vector<int>& position) {
  const int n = graph.size();
  std::vector<int> parent(n, -1), ancestor(n, -1);
  for (int k = 0; k < n; ++k) {
    for (const int neighbour : graph.neighbours(order[k])) {
      int i = position[neighbour];
      while (i < k && i != -1) {
        const int next = ancestor[i];
        ancestor[i] = k;  // path compression
        if (next == -1) parent[i] = k;
        i = next;
      }
    }
  }
  return parent;
}

std::vector<int> postorder(const std::vector<int>& parent) {
  const int n = static_cast<int>(parent.size());
  std::vector<int> first_child(n, -1), sibling(n, -1), result, stack;
  for (int k = n - 1; k >= 0; --k)
    if (parent[k] >= 0) sibling[k] = std::exchange(first_child[parent[k]], k);
  for (int root = 0; root < n; ++root) {
    if (parent[root] >= 0) continue;
    stack.push_back(root);
    while (!stack.empty()) {
      const int k = stack.back();
      if (first_child[k] >= 0) {
        stack.push_back(std::exchange(first_child[k], sibling[first_child[k]]));
      } else {
        result.push_back(k);
        stack.pop_back();
      }
    }
  }
  return result;
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> position(order.size());
  for (int k = 0; k < static_cast<int>(order.size()); ++k) position[order[k]] = k;
  return position;
}

/// Positions below the diagonal in each column of the factor.
std::vector<std::vector<int>> column_structures(const NodeGraph& graph, const std::vector<int>& order,
                                                const std::vector<int>& position,
                                                const std::vector<int>& parent) {
  const int n = graph.size();
  std::vector<std::vector<int>> below(n);
  for (int k = 0; k < n; ++k) {
    for (const int neighbour : graph.neighbours(order[k]))
      if (position[neighbour] > k) below[k].push_back(position[neighbour]);
    std::sort(below[k].begin(), below[k].end());
  }
  std::vector<int> merged;
  for (int k = 0; k < n; ++k) {  // children come before parents, so below[k] is complete here
    if (parent[k] < 0) continue;
    std::vector<int>& target = below[parent[k]];
    merged.clear();
    std::set_union(target.begin(), target.end(), below[k].begin() + 1, below[k].end(),
                   std::back_inserter(merged));
    target = merged;
  }
  return below;
}

/// Columns with the same structure as the next, which is their parent, as one front.
FrontTree fronts_of(const std::vector<std::vector<int>>& below, const std::vector<int>& parent) {
  const int n = static_cast<int>(below.size());
  FrontTree tree;
  std::vector<int> front_of(n);
  for (int k = 0; k < n; ++k) {
    const bool follows = k > 0 && parent[k - 1] == k && below[k - 1].size() == below[k].size() + 1;
    if (!follows) tree.fronts.emplace_back();
    FrontTree::Front& front = tree.fronts.back();
    front.own.push_back(k);
    front.below = static_cast<int>(below[k].size());
    front.last = k;
    front_of[k] = tree.size() - 1;
  }
  for (int f = 0; f < tree.size(); ++f) {
    const int up = parent[tree.fronts[f].last];
    if (up < 0) continue;
    tree.fronts[f].parent = front_of[up];
    tree.fronts[front_of[up]].children.push_back(f);
  }
  return tree;
}

/// One way to eliminate, before its supernodes are numbered.
struct Candidate {
  std::vector<int> order;
  std::vector<std::vector<int>> below;
  FrontTree tree;
  double cost = 0;
};

Candidate analyze_order(const NodeGraph& graph, std::vector<int> order) {
  const std::vector<int> post = postorder(elimination_tree(graph, order, inverse(order)));
  Candidate result;
  result.order.resize(order.size());
  std::transform(post.begin(), post.end(), result.order.begin(), [&](int k) { return order[k]; });
  const std::vector<int> position = inverse(result.order);
  const std::vector<int> parent = elimination_tree(graph, result.order, position);
  result.below = column_structures(graph, result.order, position, parent);
  result.tree = fronts_of(result.below, parent);
  join_fronts(result.tree);
  for (const FrontTree::Front& front : result.tree.fronts)
    if (!front.own.empty()) result.cost += front_cost(static_cast<int>(front.own.size()), front.below);
  return result;
}

Elimination number_supernodes(const Candidate& chosen) {
  Elimination result;
  const int n = static_cast<int>(chosen.order.size());
  std::vector<int> renumbered(n);  // column before joining → position
  result.position.resize(n);
  result.supernode_of.resize(n);
  const std::vector<int> fronts = front_order(chosen.tree);
  int next = 0;
  for (const int f : fronts) {
    const FrontTree::Front& front = chosen.tree.fronts[f];
    Supernode s{.first = next, .count = static_cast<int>(front.own.size()), .below = {}, .parent = -1};
    for (const int column : front.own) {
      result.supernode_of[next] = static_cast<int>(result.supernodes.size());
      result.position[chosen.order[column]] = next;
      renumbered[column] = next++;
    }
    result.supernodes.push_back(std::move(s));
  }
  for (std::size_t s = 0; s < fronts.size(); ++s) {
    Supernode& supernode = result.supernodes[s];
    for (const int column : chosen.below[chosen.tree.fronts[fronts[s]].last])
      supernode.below.push_back(renumbered[column]);
    std::sort(supernode.below.begin(), supernode.below.end());
    if (!supernode.below.empty()) supernode.parent = result.supernode_of[supernode.below.front()];
  }
  return result;
}

}  // namespace

Elimination analyze_elimination(const NodeGraph& graph, OrderingEffort effort) {
  const Candidate by_halves = analyze_order(graph, nested_dissection_order(graph, effort));
  if (effort == OrderingEffort::quick && graph.size() > kHalvesAreBetter) return number_supernodes(by_halves);
  const Candidate by_degree = analyze_order(graph, minimum_degree_order(graph));
  return number_supernodes(by_halves.cost < by_degree.cost ? by_halves : by_degree);
}

}  // namespace isocloth
