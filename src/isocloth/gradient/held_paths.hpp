#pragma once

/// Positions of held nodes as what a run is asked for: one path for each node that a hand holds, straight
/// from step to step.
///
/// A hand with several nodes is replaced by one for each, with its share of the stiffness and damping, so
/// that each node has a path of its own; where all paths move as the hand does, the cloth does too.

#include <vector>

#include "isocloth/dynamics/simulation.hpp"

namespace isocloth {

struct HeldPaths {
  std::vector<int> nodes;     ///< held now, or by the end of the next step: in the order of the grasps
  Points start;               ///< where their hands want them now [m]
  std::vector<Points> steps;  ///< … and at the end of each step, in the same order [m]
};

/// What the grasps' own motions ask for in the next steps. InputError where a grasp that lets go at its force
/// limit holds, or where one would take hold later, of a cloth that is not there yet.
HeldPaths held_paths(const Simulation& simulation, int steps);

/// The same simulation on one thread, with hands that follow these paths instead.
Simulation led_along(const Simulation& simulation, const HeldPaths& paths);

}  // namespace isocloth
