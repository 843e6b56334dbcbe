#pragma once

/// Obstacles in a .glb file: each a node with its surface, which an animation moves and turns.

#include <optional>
#include <string>
#include <vector>

#include "io/trajectory/glb_buffer.hpp"

namespace isocloth::io::glb {

/// Adds nodes, meshes and a material to `gltf`, and channels to its animation where obstacles move; `times`
/// is the accessor of the keyframes' times, none where there is no animation. Returns the bytes that belong
/// at the end of `buffer`.
std::string add_obstacles(const TrajectoryInfo& info, const std::vector<Keyframe>& keys,
                          std::optional<int> times, Json& gltf, Buffer& buffer);

}  // namespace isocloth::io::glb
