#pragma once

/// glTF 2.0 in one binary file: an animated mesh for Blender, three.js, Windows and macOS viewers.
///
/// The mesh is the first frame; each later frame is a morph target (differences of positions and normals),
/// and an animation moves linearly from one to the next. Obstacles are nodes beside it, moved and turned by
/// the same animation. Triangles (quads are cut), float32, y up: (x, y, z) → (x, z, −y).

#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// More frames than this are thinned evenly, the first and the last kept: viewers hold every target in
/// memory.
inline constexpr int kGlbMaxFrames = 600;

/// InputError where there is no frame, no element, or the file would pass 4 GB.
void export_glb(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
