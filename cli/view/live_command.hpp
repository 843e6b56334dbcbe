#pragma once

/// What a viewer asks of a live run, as JSON: {"do": "grab", "node": 12, "at": [x, y, z]}.
///
/// | do | with | meaning |
/// |---|---|---|
/// | grab | node, at | takes the node, or the gripper that holds it |
/// | move | at | where the hand is now; at least twice a second while it holds |
/// | release | | lets go of the node; a gripper stays where it is and holds on |
/// | drop | | all grippers let go |
/// | obstacle | index, at | moves an obstacle's origin there |
/// | set | name, value | bending κ, virtual_mass δ, damping α, friction µ of all obstacles |
/// | pause | on | |
/// | step | | one step of a paused run |
/// | reset | | from the start, with the material as it is |

#include <string>

#include "isocloth/core/types.hpp"

namespace isocloth::cli {

struct LiveCommand {
  enum class Kind { grab, move, release, drop, obstacle, set, pause, step, reset };
  Kind kind = Kind::release;
  int index = 0;  ///< node or obstacle
  Vec3 at = Vec3::Zero();
  std::string name{};
  double value = 0;
  bool on = false;
};

/// InputError that says what is wrong; numbers are finite and within 10 km.
LiveCommand parse_command(const std::string& text);

}  // namespace isocloth::cli
