#pragma once

#include <cstdint>

#include "isocloth/core/types.hpp"

namespace isocloth {

/// What a step knows of a contact between layers of the step before; part of the state of a run.
struct LayerMemory {
  std::uint64_t pair = 0;                ///< which, see LayerPair::key()
  double normal_force = 0;               ///< γ [N]
  Vec3 tangential_force = Vec3::Zero();  ///< τ, in the world as the step ended [N]
  bool fresh = false;                    ///< did not press in the step before that one
  bool slides = true;                    ///< it did in the last step, see Contact
};

}  // namespace isocloth
