#pragma once

/// PointCache2, read by Blender's mesh cache, Houdini and 3ds Max: positions only, float32, z up.
///
///   "POINTCACHE2\0" · i32 version 1 · i32 nodes · f32 first frame 0 · f32 frames per sample 1 · i32 samples
///   then samples × nodes × (x, y, z)

#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

void export_pc2(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
