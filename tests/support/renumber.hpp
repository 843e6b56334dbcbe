#pragma once

/// Meshes written down in another way, to show that results do not depend on it.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth::test {

/// The same surface with node i called new_index[i], which must name each node once.
inline Mesh renumbered(const Mesh& mesh, const std::vector<int>& new_index) {
  const int n = mesh.node_count();
  require(static_cast<int>(new_index.size()) == n, "new_index has " + std::to_string(new_index.size()) +
                                                       " entries for a mesh of " + std::to_string(n) +
                                                       " nodes");
  Mesh result;
  result.x.resize(n, 3);
  std::vector<bool> taken(n, false);
  for (int i = 0; i < n; ++i) {
    const int to = new_index[i];
    require(0 <= to && to < n && !taken[to], "new_index[" + std::to_string(i) + "] = " + std::to_string(to) +
                                                 ", but it must name each of the " + std::to_string(n) +
                                                 " nodes once");
    taken[to] = true;
    result.x.row(to) = mesh.x.row(i);
  }
  result.elements = mesh.elements;
  for (Element& element : result.elements)
    for (int k = 0; k < corner_count(element); ++k) {
      require(0 <= element[k] && element[k] < n, "an element names node " + std::to_string(element[k]) +
                                                     ", but the mesh has " + std::to_string(n) + " nodes");
      element[k] = new_index[element[k]];
    }
  return result;
}

/// The same surface with each element's list of nodes begun at a random corner.
inline Mesh with_rotated_corners(const Mesh& mesh, std::mt19937& random) {
  Mesh result = mesh;
  for (Element& element : result.elements) {
    const int corners = corner_count(element);
    const int start = static_cast<int>(random() % static_cast<std::uint32_t>(corners));
    std::rotate(element.begin(), element.begin() + start, element.begin() + corners);
  }
  return result;
}

}  // namespace isocloth::test
