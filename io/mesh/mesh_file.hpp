#pragma once

/// Meshes as files, by ending: .obj, .ply, .stl (the letters' case does not matter).
///
/// Reading only parses: the file is well formed, indices name nodes that exist, coordinates are finite
/// numbers [m]. Whether the mesh can be simulated is analyze_topology's question. Errors are InputError
/// "FILE:LINE: …".

#include <string>

#include "io/file.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

/// The mesh as it is in the file.
Mesh read_mesh(const std::string& path, Remarks* remarks = nullptr);

/// The mesh as a cloth or an obstacle: positions times `scale`, quads that are not convex split into
/// triangles. Remarks on that, and on a size at which the units may be others.
Mesh read_surface(const std::string& path, double scale, Remarks* remarks = nullptr);

/// .obj and .ply keep quads and every bit of the positions. .stl splits each quad into two triangles along
/// the diagonal from its first node and rounds positions to single precision.
void write_mesh(const std::string& path, const Mesh& mesh);

}  // namespace isocloth::io
