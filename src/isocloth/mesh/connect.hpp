#pragma once

/// Elements meet along sides: each side runs from one corner of an element to the next. Two elements that
/// share an edge run along it in opposite directions, which is what makes them agree on the normal's side.

#include <vector>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// One side of one element.
struct Side {
  int from = 0, to = 0;  ///< nodes, in the element's own direction
  int element = 0;
  int corner = 0;  ///< position of `from` in the element

  int low() const { return from < to ? from : to; }
  int high() const { return from < to ? to : from; }
};

/// Every side of every element, those of one edge next to each other, edges in ascending order.
std::vector<Side> sorted_sides(const Mesh& mesh);

/// Throws InputError at the first edge with more than two elements, or whose two run the same way.
void check_edges(const std::vector<Side>& sides);

/// Throws InputError at the first node that has no element, or whose elements form more than one fan.
void check_fans(const Mesh& mesh, const std::vector<Side>& sides);

}  // namespace isocloth
