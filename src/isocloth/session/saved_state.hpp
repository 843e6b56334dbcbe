#pragma once

/// The whole state of a session: that of the cloth, and what leads its grasps and obstacles.

#include <string>

#include "isocloth/dynamics/step.hpp"
#include "isocloth/session/lead.hpp"

namespace isocloth {

struct SavedGrasp {
  std::vector<int> nodes{};
  double from = 0, until = 0;  ///< [s]
  bool relative = true;
  LedBy by = LedBy::path;
  Track<Vec3> track{};
};

struct SavedObstacle {
  LedBy by = LedBy::path;
  Track<RigidPose> track{};
};

struct SavedState {
  ClothState cloth;
  std::vector<SavedGrasp> grasps{};
  std::vector<SavedObstacle> obstacles{};
};

/// The state bit by bit, for files, other processes and other machines: equal states have equal bytes.
std::string to_bytes(const SavedState& state);

/// InputError where the bytes are no state, of another version, or incomplete.
SavedState from_bytes(const std::string& bytes);

}  // namespace isocloth
