#pragma once

/// Where a scene begins: positions from a mesh file, a drape that was found before, say, and grasps that
/// begin where the cloth is.

#include "io/file.hpp"
#include "io/scene/scene.hpp"
#include "isocloth/dynamics/simulation.hpp"

namespace isocloth::io {

/// Positions of all nodes [m]. The file must hold the nodes and elements of the mesh at rest, in their order;
/// InputError "FILE: …" otherwise. Remark where an edge is longer or shorter than at rest by more than 5 %.
Points read_start(const FileSpec& file, const Mesh& rest, Remarks* remarks);

/// A path in absolute coordinates may begin this far from its node [m]: people are a few centimetres off …
inline constexpr double kNearNode = 0.05;
/// … and what a hand at this speed reaches within one step, that of a whip of the arm, is a motion [m/s].
inline constexpr double kFastestHand = 10;
/// The frame of a hand, that of its wrist, say, is this far from what it holds at most [m].
inline constexpr double kLongestHand = 1;

/// InputError "FILE:LINE: grasp …" for the first grasp that holds from the start on and whose path begins
/// farther off: it would throw the cloth there within one step, or swing it about a far point. Where the node
/// of a later grasp will be, nobody knows yet. `simulation` is that of the scene and has made no step.
void check_grasps(const Scene& scene, const Simulation& simulation);

}  // namespace isocloth::io
