#pragma once

#include "isocloth/core/types.hpp"

namespace isocloth {

/// What a step knows of a contact of the step before; part of the state of a run.
struct ContactMemory {
  int obstacle = 0;
  int site = 0;
  double normal_force = 0;               ///< γ [N]
  Vec3 tangential_force = Vec3::Zero();  ///< τ, in the obstacle's frame [N]
  bool fresh = false;                    ///< did not press in the step before that one
  bool slides = true;                    ///< it did in the last step, see Contact
};

}  // namespace isocloth
