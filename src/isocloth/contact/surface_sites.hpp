#pragma once

/// Where a cloth can touch: at its nodes, at the deepest point of an edge, at the deepest point of an
/// element.
///
/// A site is a node (numbers from 0), an edge (after the nodes) or an element (after the edges), so that a
/// contact keeps its number from step to step while its point slides along the edge or in the element. Where
/// cloth can be squeezed, an element has a site for each of its own points (area_points.cpp), and one for
/// what pokes between them.

#include <array>
#include <vector>

#include "isocloth/mesh/topology.hpp"

namespace isocloth {

struct SurfaceSites {
  SurfaceSites(const Mesh& mesh, const Topology& topology, int sites_per_element = 1);

  int node_count;
  int per_element;  ///< sites: 1, or 17
  std::vector<Edge> edges;
  std::vector<Element> elements;
  std::vector<std::array<int, 4>> element_edges;  ///< indices into edges; −1 beyond the last of a triangle

  int edge_site(int edge) const { return node_count + edge; }
  int element_site(int element, int corner = 0) const {
    return edge_site(static_cast<int>(edges.size())) + per_element * element + corner;
  }
  int count() const { return element_site(static_cast<int>(elements.size())); }
};

}  // namespace isocloth
