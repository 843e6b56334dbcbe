#pragma once

/// The whole state of a session: that of the cloth, and what leads its grasps and obstacles.

#include <string>

#include "isocloth/dynamics/step_data.hpp"
#include "isocloth/session/track.hpp"

namespace isocloth {

enum class LedBy : std::uint8_t {
  path,      ///< the one it was given, at any time within a step
  hand,      ///< from where it was to where it was told to go
  function,  ///< asked before every step for both its ends; in between as by hand
};

/// What leads a hand, an obstacle, or a finger.
template <class Value>
struct Led {
  LedBy by = LedBy::path;
  Track<Value> track{};  ///< of hand and function
};

struct SavedGrasp {
  std::vector<int> nodes{};    ///< none of a grasp by place: what it closed on is in the state of the cloth
  double from = 0, until = 0;  ///< [s]
  bool relative = true;
  Led<RigidPose> led{};
};

struct SavedObstacle {
  Led<RigidPose> led{};
  Led<double> drive{};  ///< of a finger: force [N] or position [m]
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
