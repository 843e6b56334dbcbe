#include "isocloth/mesh/topology.hpp"

#include "isocloth/mesh/check_elements.hpp"
#include "isocloth/mesh/connect.hpp"
#include "isocloth/mesh/disjoint_sets.hpp"

namespace isocloth {
namespace {

/// Follows the boundary from each node not yet seen, smallest first. Every boundary node has one edge in and
/// one out because its elements form one fan.
void collect_loops(const std::vector<int>& next, Topology& topology) {
  std::vector<bool> seen(next.size(), false);
  for (int start = 0; start < static_cast<int>(next.size()); ++start) {
    if (next[start] == kNoNode || seen[start]) continue;
    std::vector<int> loop;
    for (int node = start; !seen[node]; node = next[node]) {
      seen[node] = true;
      loop.push_back(node);
      topology.boundary_edges.push_back({node, next[node]});
    }
    topology.boundary_loops.push_back(std::move(loop));
  }
}

}  // namespace

Topology analyze_topology(const Mesh& mesh) {
  check_elements(mesh);
  const std::vector<Side> sides = sorted_sides(mesh);
  check_edges(sides);
  check_fans(mesh, sides);

  // a side alone on its edge is a boundary edge, and its element lies to the left
  Topology topology;
  topology.on_boundary.assign(mesh.node_count(), false);
  std::vector<int> next(mesh.node_count(), kNoNode);
  DisjointSets pieces(mesh.node_count());
  for (std::size_t s = 0; s < sides.size(); ++s) {
    const Edge edge{sides[s].low(), sides[s].high()};
    topology.edges.push_back(edge);
    pieces.unite(edge[0], edge[1]);
    const bool paired = s + 1 < sides.size() && Edge{sides[s + 1].low(), sides[s + 1].high()} == edge;
    if (paired) {
      ++s;
      continue;
    }
    next[sides[s].from] = sides[s].to;
    topology.on_boundary[sides[s].from] = topology.on_boundary[sides[s].to] = true;
  }
  collect_loops(next, topology);
  for (int i = 0; i < mesh.node_count(); ++i)
    if (pieces.root(i) == static_cast<std::size_t>(i)) ++topology.piece_count;
  return topology;
}

}  // namespace isocloth
