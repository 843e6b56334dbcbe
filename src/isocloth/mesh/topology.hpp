#pragma once

/// What touches what in a mesh: edges, boundary loops, corners.

#include <numbers>
#include <vector>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

struct Topology {
  std::vector<Edge> edges;                       ///< every edge once, smaller node first, sorted
  std::vector<std::vector<int>> boundary_loops;  ///< nodes around each loop, the surface on the left
  std::vector<Edge> boundary_edges;              ///< oriented as in the loops
  std::vector<bool> on_boundary;                 ///< per node
  int piece_count = 0;                           ///< connected components
};

/// Throws InputError with the reason and the element or node where the mesh cannot be simulated: no element,
/// index out of range, repeated node in an element, zero-area or inverted (self-overlapping) element, node of
/// no element, edge shared by more than two elements, elements joined at a node only (bow tie), neighbours
/// that disagree on the side, position that is not finite.
Topology analyze_topology(const Mesh& mesh);

/// Default turning angle of the boundary above which a node is a corner [rad].
inline constexpr double kCornerAngle = std::numbers::pi / 6;

/// Boundary nodes at which the boundary turns by more than `angle` [rad]: |π − (sum of the elements' angles
/// there)|.
std::vector<int> find_corners(const Mesh& mesh, const Topology& topology, double angle = kCornerAngle);

}  // namespace isocloth
