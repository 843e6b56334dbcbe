#pragma once

/// Nodes that a group of rows depends on: where they are, and how many, known when compiling where that is
/// common.

#include <type_traits>

#include "isocloth/core/lanes.hpp"
#include "isocloth/core/types.hpp"

namespace isocloth {

/// Nodes that a group may depend on: far more than elements meet at a node of any sensible mesh.
inline constexpr int kMostSupport = 1024;

/// Positions of the support relative to its first node.
inline void gather(const Points& x, const int* nodes, int size, Lane4* local) {
  const double* origin = x.data() + 3 * nodes[0];
  for (int i = 0; i < size; ++i) {
    const double* p = x.data() + 3 * nodes[i];
    local[i] = Lane4{p[0] - origin[0], p[1] - origin[1], p[2] - origin[2], 0};
  }
}

/// Calls body with the size as a constant where it is a common one, so that its loops unroll: nodes of a quad
/// grid, nodes of a triangle grid, quads, triangles.
template <class Body>
inline void with_known_size(int size, const Body& body) {
  switch (size) {
    case 9:
      return body(std::integral_constant<int, 9>());
    case 7:
      return body(std::integral_constant<int, 7>());
    case 4:
      return body(std::integral_constant<int, 4>());
    case 3:
      return body(std::integral_constant<int, 3>());
    default:
      return body(size);
  }
}

/// Calls body with the number of tangents and of nodes of a group of products: quads, triangles, edges.
template <class Body>
inline void with_tangents(int rows, int size, const Body& body) {
  if (rows == 1)
    body.template operator()<1>(std::integral_constant<int, 2>());
  else if (size == 4)
    body.template operator()<2>(std::integral_constant<int, 4>());
  else
    body.template operator()<2>(std::integral_constant<int, 3>());
}

}  // namespace isocloth
