#pragma once

/// Cusick's drape test on 24 meshes and three stiffnesses, with the time step halved, the mesh turned, and
/// the real set-up of a disc on a table beside it.

#include "experiments/experiment.hpp"

namespace isocloth::experiments {

namespace cusick {

/// Nodes around and across of `count` rings of nearly square cells, from 250 to 1,300 nodes; one has 96 × 8.
std::vector<std::array<int, 2>> ring_meshes(int count);

}  // namespace cusick
}  // namespace isocloth::experiments
