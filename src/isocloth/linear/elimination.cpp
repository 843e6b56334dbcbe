#include "isocloth/linear/elimination.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <utility>

namespace isocloth {
namespace {

/// Merging stops once this share of a panel would be stored zeros; narrow panels gain more from merging.
constexpr double kZerosNarrow = 0.35, kZerosWide = 0.12;
constexpr int kNarrowNodes = 8;

std::vector<int> minimum_degree_order(const NodeGraph& graph) {
  const int n = graph.size();
  Eigen::SparseMatrix<double> pattern(n, n);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i) {
    entries.emplace_back(i, i, 1.0);
    for (const int j : graph.neighbours(i)) entries.emplace_back(i, j, 1.0);
  }
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order);
  return {order.indices().data(), order.indices().data() + n};  // order[k] = node eliminated k-th
}

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

bool worth_merging(const Supernode& child, const Supernode& parent) {
  const double count = child.count + parent.count, rows = count + static_cast<double>(parent.below.size());
  const double stored = rows * count - count * (count - 1) / 2;
  const double zeros =
      child.count * static_cast<double>(parent.rows() - static_cast<int>(child.below.size()));
  return zeros <= stored * (count <= kNarrowNodes ? kZerosNarrow : kZerosWide);
}

/// Columns grouped where the next one has the same structure, then merged upwards while that stores few
/// zeros.
std::vector<Supernode> group_columns(const std::vector<std::vector<int>>& below) {
  std::vector<Supernode> groups;
  for (int k = 0; k < static_cast<int>(below.size()); ++k) {
    Supernode column{.first = k, .count = 1, .below = below[k], .parent = -1};
    while (!groups.empty()) {
      const Supernode& last = groups.back();
      const bool is_child = !last.below.empty() && last.below.front() < column.first + column.count;
      if (!is_child || !worth_merging(last, column)) break;
      column.first = last.first;
      column.count += last.count;
      groups.pop_back();
    }
    groups.push_back(std::move(column));
  }
  return groups;
}

}  // namespace

Elimination analyze_elimination(const NodeGraph& graph) {
  std::vector<int> order = minimum_degree_order(graph);
  const std::vector<int> post = postorder(elimination_tree(graph, order, inverse(order)));
  std::vector<int> reordered(order.size());
  std::transform(post.begin(), post.end(), reordered.begin(), [&](int k) { return order[k]; });
  order = std::move(reordered);

  Elimination result;
  result.position = inverse(order);
  const std::vector<int> parent = elimination_tree(graph, order, result.position);
  result.supernodes = group_columns(column_structures(graph, order, result.position, parent));
  result.supernode_of.resize(order.size());
  for (int s = 0; s < static_cast<int>(result.supernodes.size()); ++s)
    for (int k = 0; k < result.supernodes[s].count; ++k)
      result.supernode_of[result.supernodes[s].first + k] = s;
  for (Supernode& s : result.supernodes)
    if (!s.below.empty()) s.parent = result.supernode_of[s.below.front()];
  return result;
}

}  // namespace isocloth
