#pragma once

/// Corners and edges by name.
///
///   top_left ──── top ──── top_right      a rectangle as it is made, x to the right and y up;
///      │                       │          the names stay with the cloth, wherever it is moved or folded
///     left                   right
///      │                       │          hem: all of the boundary
///   bottom_left ─ bottom ─ bottom_right
///
/// A ring has `inner` and `outer`, a tube `bottom` and `top`, a garment its seams and openings. Every mesh
/// has a `hem`: the part of that name, or else all nodes on its boundary.

#include "isocloth/mesh/topology.hpp"

namespace isocloth {

/// Gives a rectangle along x and y its four corners and four edges; nodes of each in ascending order.
void name_sides(Mesh& rectangle);

/// The names that name_sides gives, and `hem`.
std::vector<std::string> side_names();

/// Nodes of the parts, one after the other, each once; `shirt.top_left` where several cloths share the mesh.
/// InputError, with the names that there are, where one is not.
std::vector<int> nodes_of_parts(const Mesh& mesh, const Topology& topology,
                                const std::vector<std::string>& names);

/// The same of one of the cloths that share a mesh: by its own names, in the numbers of that mesh.
std::vector<int> nodes_of_parts(const Mesh& mesh, const Topology& topology,
                                const std::vector<std::string>& names, const MeshPiece& piece);

}  // namespace isocloth
