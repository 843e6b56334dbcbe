#pragma once

/// Meshes made by rule. All lie in the x–y plane with normal +z (the tube: normal outwards, axis z). Corners
/// and edges are parts with names (parts.hpp).

#include <array>
#include <cstdint>

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

enum class ElementKind { quad, triangle };

/// Rectangle from the origin, size[0] along x and size[1] along y [m].
/// node = row·columns + column with columns = nodes[0] along x. Triangles: each cell cut along the same
/// diagonal.
Mesh make_rectangle(std::array<double, 2> size, std::array<int, 2> nodes,
                    ElementKind kind = ElementKind::quad);

/// Rectangle from the origin covered by irregular triangles with exactly `node_count` nodes, evenly dense.
/// Nodes 0 to 3 are the corners, counter-clockwise from the origin. Same seed, same mesh with every standard
/// library. No angle is below 20 degrees, unless the rectangle is a strip narrower than its nodes are apart.
Mesh make_irregular_rectangle(std::array<double, 2> size, int node_count, std::uint32_t seed);

/// Ring between two radii [m] about the origin: nodes[0] around, nodes[1] from the inner to the outer circle.
/// node = ring·around + position, ring 0 the inner circle, position counter-clockwise from +x.
Mesh make_ring(double inner_radius, double outer_radius, std::array<int, 2> nodes,
               ElementKind kind = ElementKind::quad);

/// Disc about the origin of quads only: a square core blended into `rings` rings, 4·core nodes around.
Mesh make_disc(double radius, int core, int rings);

/// Open tube about the z axis from z = 0 to height: nodes[0] around, nodes[1] along the axis.
/// node = level·around + position.
Mesh make_tube(double radius, double height, std::array<int, 2> nodes, ElementKind kind = ElementKind::quad);

}  // namespace isocloth
