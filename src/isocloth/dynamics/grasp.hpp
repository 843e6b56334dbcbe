#pragma once

/// A set of nodes that something outside holds and moves.

#include <limits>
#include <string>
#include <vector>

#include "isocloth/dynamics/grip.hpp"
#include "isocloth/dynamics/motion.hpp"

namespace isocloth {

struct Grasp {
  std::string name;
  std::vector<int> nodes;  ///< the first follows the motion, the others keep their offset from it
  Motion motion = fixed_motion();
  double from = 0;  ///< holds in the steps that end after this time [s] …
  double until = std::numeric_limits<double>::infinity();  ///< … and not after this one [s]
  Grip grip{};
};

/// What a run knows of a grasp.
struct GraspState {
  bool holding = false;
  bool slipping = false;  ///< at its force limit, or, where rigid, the cloth did not reach to where it wanted
  bool catching_up = false;    ///< an obstacle, or a jump of its path, kept it from where it should be
  bool let_go = false;         ///< at its force limit
  double yields_until = 0;     ///< where rigid: pulled too far a moment ago, it gives way until then [s]
  Points anchor;               ///< where its nodes were when it took hold [m]
  Vec3 shift = Vec3::Zero();   ///< how far the hand has come since [m]
  Points slid = Points(0, 3);  ///< how far nodes slid from their place in it [m]; no rows where none can
};

/// Whether the grasp holds during the step that ends at `time`, unless it has let go.
bool holds_at(const Grasp& grasp, double time, double dt);

/// Of a grasp that has not begun.
GraspState new_state(const Grasp& grasp);

/// Throws InputError where the grasp names nodes that do not exist, none, or one twice, or has no motion, or
/// a grip that cannot be.
void check_grasp(const Grasp& grasp, int node_count);

}  // namespace isocloth
