#pragma once

/// The obstacles of a scene as solids that move.

#include <vector>

#include "io/file.hpp"
#include "io/scene/scene.hpp"
#include "isocloth/obstacles/obstacle.hpp"

namespace isocloth::io {

RigidPose pose_of(const RigidPoseSpec& spec);
std::vector<RigidPose> poses_of(const KeyframeMotion& motion);

/// InputError that begins with the line of the scene where a shape is impossible (a mesh that is open), or
/// with the mesh file where that cannot be read.
std::vector<Obstacle> make_obstacles(const Scene& scene, Remarks* remarks = nullptr);

}  // namespace isocloth::io
