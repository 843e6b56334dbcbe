#include "isocloth/contact/surface_triangles.hpp"

#include <algorithm>
#include <map>

namespace isocloth {
namespace {

/// Lists of numbers, one after the other.
void join(const std::vector<std::vector<int>>& lists, std::vector<int>& begin, std::vector<int>& all) {
  begin.assign(1, 0);
  for (const std::vector<int>& list : lists) {
    all.insert(all.end(), list.begin(), list.end());
    begin.push_back(static_cast<int>(all.size()));
  }
}

void sort_once(std::vector<int>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// For each node those at most two elements away.
std::vector<std::vector<int>> near_nodes(const Mesh& mesh) {
  std::vector<std::vector<int>> one(mesh.node_count()), two(mesh.node_count());
  for (const Element& e : mesh.elements)
    for (int a = 0; a < corner_count(e); ++a)
      one[e[a]].insert(one[e[a]].end(), e.begin(), e.begin() + corner_count(e));
  for (std::vector<int>& list : one) sort_once(list);
  for (int i = 0; i < mesh.node_count(); ++i) {
    for (const int j : one[i]) two[i].insert(two[i].end(), one[j].begin(), one[j].end());
    sort_once(two[i]);
  }
  return two;
}

}  // namespace

SurfaceTriangles::SurfaceTriangles(const Mesh& mesh) : node_count(mesh.node_count()) {
  for (int k = 0; k < mesh.element_count(); ++k) {
    const Element& e = mesh.elements[k];
    triangles.push_back({e[0], e[1], e[2]});
    element.push_back(k);
    if (corner_count(e) == 3) continue;
    triangles.push_back({e[0], e[2], e[3]});
    element.push_back(k);
  }
  std::map<Edge, int> numbers;
  std::vector<char> node_owned(node_count, 0);
  std::vector<std::vector<int>> around_node(node_count);
  for (int t = 0; t < static_cast<int>(triangles.size()); ++t) {
    std::array<int, 3> own_edges{};
    std::array<bool, 3> nodes{}, new_edges{};
    for (int c = 0; c < 3; ++c) {
      const int a = triangles[t][c], b = triangles[t][(c + 1) % 3];
      const auto [place, is_new] = numbers.try_emplace({std::min(a, b), std::max(a, b)}, edges.size());
      if (is_new) {
        edges.push_back(place->first);
        edge_triangles.push_back({t, -1});
      } else {
        edge_triangles[place->second][1] = t;
      }
      own_edges[c] = place->second;
      new_edges[c] = is_new;
      nodes[c] = !node_owned[a];
      node_owned[a] = 1;
      around_node[a].push_back(t);
    }
    triangle_edges.push_back(own_edges);
    owns_node.push_back(nodes);
    owns_edge.push_back(new_edges);
  }
  on_boundary.assign(node_count, 0);
  for (std::size_t e = 0; e < edges.size(); ++e)
    if (edge_triangles[e][1] < 0) on_boundary[edges[e][0]] = on_boundary[edges[e][1]] = 1;
  join(around_node, around_begin, around);
  find_pieces();
  join(near_nodes(mesh), near_begin_, near_);
}

void SurfaceTriangles::find_pieces() {
  piece.assign(triangles.size(), -1);
  for (std::size_t start = 0; start < triangles.size(); ++start) {
    if (piece[start] >= 0) continue;
    std::vector<int> reached = {static_cast<int>(start)};
    piece[start] = static_cast<int>(start);
    for (std::size_t r = 0; r < reached.size(); ++r)
      for (const int node : triangles[reached[r]])
        for (int k = around_begin[node]; k < around_begin[node + 1]; ++k)
          if (piece[around[k]] < 0) {
            piece[around[k]] = static_cast<int>(start);
            reached.push_back(around[k]);
          }
  }
}

bool SurfaceTriangles::are_near(int node, int other) const {
  return std::binary_search(near_.begin() + near_begin_[node], near_.begin() + near_begin_[node + 1], other);
}

}  // namespace isocloth
