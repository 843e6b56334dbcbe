#include "isocloth/contact/surface_sites.hpp"

#include <algorithm>

namespace isocloth {

SurfaceSites::SurfaceSites(const Mesh& mesh, const Topology& topology, int sites_per_element)
    : node_count(mesh.node_count()),
      per_element(sites_per_element),
      edges(topology.edges),
      elements(mesh.elements) {
  for (const Element& element : elements) {
    std::array<int, 4> around{-1, -1, -1, -1};
    const int corners = corner_count(element);
    for (int c = 0; c < corners; ++c) {
      const int a = element[c], b = element[(c + 1) % corners];
      const Edge edge{std::min(a, b), std::max(a, b)};
      around[c] = static_cast<int>(std::lower_bound(edges.begin(), edges.end(), edge) - edges.begin());
    }
    element_edges.push_back(around);
  }
}

}  // namespace isocloth
