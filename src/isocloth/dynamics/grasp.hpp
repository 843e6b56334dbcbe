#pragma once

/// A set of nodes that something outside holds and moves.

#include <limits>
#include <string>
#include <vector>

#include "isocloth/dynamics/motion.hpp"

namespace isocloth {

struct Grasp {
  std::string name;
  std::vector<int> nodes;  ///< the first follows the motion, the others keep their offset from it
  Motion motion = fixed_motion();
  double from = 0;  ///< holds in the steps that end after this time [s] …
  double until = std::numeric_limits<double>::infinity();  ///< … and not after this one [s]
};

/// What a run knows of a grasp.
struct GraspState {
  bool holding = false;
  bool slipping = false;     ///< the cloth did not reach to where the grasp wanted its nodes
  bool catching_up = false;  ///< an obstacle kept its nodes from where the grasp wanted them
  Points anchor;             ///< where its nodes were when it took hold [m]
};

/// Whether the grasp holds during the step that ends at `time`.
bool holds_at(const Grasp& grasp, double time, double dt);

/// Throws InputError where the grasp names nodes that do not exist, none, or one twice, or has no motion.
void check_grasp(const Grasp& grasp, int node_count);

}  // namespace isocloth
