#pragma once

/// Isometry rows of a mesh with its own corners, and how exactly they can be computed.

#include <algorithm>
#include <limits>

#include "isocloth/isometry/isometry_rows.hpp"
#include "support/meshes.hpp"
#include "support/rounding.hpp"

namespace isocloth::test {

inline constexpr Frames kAllFrames[] = {Frames::aligned, Frames::element, Frames::mean_tangents};

inline IsometryRows rows_of(const Mesh& mesh, Frames frames) {
  const Topology topology = analyze_topology(mesh);
  return make_isometry_rows(mesh, topology, find_corners(mesh, topology), RowsAt::nodes, frames);
}

/// Largest and smallest extent of an element: its longest edge and area over longest edge [m].
struct ElementSize {
  double longest = 0, thinnest = std::numeric_limits<double>::infinity();
};
inline ElementSize element_size(const Mesh& mesh) {
  ElementSize size;
  for (const Element& element : mesh.elements) {
    double longest = 0;
    for (int i = 0; i < corner_count(element); ++i)
      longest = std::max(
          longest, (mesh.x.row(element[i]) - mesh.x.row(element[(i + 1) % corner_count(element)])).norm());
    size.longest = std::max(size.longest, longest);
    size.thinnest = std::min(size.thinnest, element_area(element, mesh.x) / longest);
  }
  return size;
}

/// What rounding may do to a row at x: coordinates up to `reach` carry ε·reach, and a row squares differences
/// as long as a ring of elements in units of the thinnest element.
inline double row_rounding(const Mesh& mesh, const Points& x) {
  const ElementSize size = element_size(mesh);
  const double reach = x.cwiseAbs().maxCoeff() + 2 * size.longest;
  return 64 * kEpsilon * reach * size.longest / (size.thinnest * size.thinnest);
}

inline bool is_flat(const NamedMesh& mesh) { return mesh.first.find("tube") == std::string::npos; }

}  // namespace isocloth::test
