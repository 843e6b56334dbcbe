#pragma once

/// From what was asked for (Scene, plain data) to what can be stepped (Simulation).
///
/// What the reader could not know without building is found here: a mesh that is no surface, a node that a
/// mesh file does not have. Errors are InputError and begin with the file at fault: the mesh file where the
/// mesh in it cannot be simulated, the scene otherwise.

#include "io/file.hpp"
#include "io/scene/scene.hpp"
#include "isocloth/dynamics/simulation.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// The rest shape: generated or read, noise added, not yet posed.
Mesh make_mesh(const ClothSpec& cloth);

/// Cloths where they begin, with the grasps and obstacles of the scene. Threads share each step; results do
/// not depend on how many. `remarks` gets what is to be known of the mesh files.
Simulation make_simulation(const Scene& scene, int threads = 1, Remarks* remarks = nullptr);

}  // namespace isocloth::io
