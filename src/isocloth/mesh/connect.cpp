#include "isocloth/mesh/connect.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/disjoint_sets.hpp"

namespace isocloth {
namespace {

std::string edge_name(const Side& side) {
  return "the edge between nodes " + std::to_string(side.low()) + " and " + std::to_string(side.high());
}

bool same_edge(const Side& a, const Side& b) { return a.low() == b.low() && a.high() == b.high(); }

/// An element's corner as one number.
std::size_t corner_id(int element, int corner) { return 4 * static_cast<std::size_t>(element) + corner; }

}  // namespace

std::vector<Side> sorted_sides(const Mesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(4 * mesh.elements.size());
  for (int e = 0; e < mesh.element_count(); ++e) {
    const Element& element = mesh.elements[e];
    const int corners = corner_count(element);
    for (int k = 0; k < corners; ++k) sides.push_back({element[k], element[(k + 1) % corners], e, k});
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tuple(a.low(), a.high(), a.element) < std::tuple(b.low(), b.high(), b.element);
  });
  return sides;
}

void check_edges(const std::vector<Side>& sides) {
  for (std::size_t s = 0; s + 1 < sides.size(); ++s) {
    const Side &a = sides[s], &b = sides[s + 1];
    if (!same_edge(a, b)) continue;
    const std::string pair = "elements " + std::to_string(a.element) + " and " + std::to_string(b.element);
    if (s + 2 < sides.size() && same_edge(a, sides[s + 2]))
      throw InputError(edge_name(a) + " belongs to " + "elements " + std::to_string(a.element) + ", " +
                       std::to_string(b.element) + " and " + std::to_string(sides[s + 2].element) +
                       "; at most two elements may share an edge");
    if (a.from == b.from)
      throw InputError(pair + " disagree on the side their normals point to (both run from node " +
                       std::to_string(a.from) + " to node " + std::to_string(a.to) +
                       "); reverse the nodes of one of them");
  }
}

void check_fans(const Mesh& mesh, const std::vector<Side>& sides) {
  // corners at one node are in one fan when their elements share an edge there
  DisjointSets fans(4 * mesh.elements.size());
  const auto next = [&](const Side& s) { return (s.corner + 1) % corner_count(mesh.elements[s.element]); };
  for (std::size_t s = 0; s + 1 < sides.size(); ++s) {
    const Side &a = sides[s], &b = sides[s + 1];
    if (!same_edge(a, b)) continue;
    fans.unite(corner_id(a.element, a.corner), corner_id(b.element, next(b)));
    fans.unite(corner_id(a.element, next(a)), corner_id(b.element, b.corner));
  }

  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> fan_of(mesh.node_count(), kNone);
  for (int e = 0; e < mesh.element_count(); ++e) {
    for (int k = 0; k < corner_count(mesh.elements[e]); ++k) {
      const int node = mesh.elements[e][k];
      const std::size_t fan = fans.root(corner_id(e, k));
      if (fan_of[node] == kNone) fan_of[node] = fan;
      if (fan_of[node] != fan)
        throw InputError("elements " + std::to_string(fan_of[node] / 4) + " and " + std::to_string(e) +
                         " meet at node " + std::to_string(node) +
                         " only and share no edge there; give each its own node or join them by an edge");
    }
  }
  for (int i = 0; i < mesh.node_count(); ++i)
    require(fan_of[i] != kNone, "node " + std::to_string(i) + " belongs to no element; remove it");
}

}  // namespace isocloth
