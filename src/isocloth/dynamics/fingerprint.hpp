#pragma once

/// Whose a state is: what a simulation was made from and what never changes while it runs, as numbers that
/// differ where it does.
///
/// Left out is what does not change the results (threads) and what a state holds itself (positions, grasps,
/// where obstacles are).

#include <array>
#include <cstdint>

#include "isocloth/obstacles/obstacle.hpp"

namespace isocloth {

struct ClothModel;
struct StepOptions;

struct Fingerprint {
  /// Of mesh, material, cloth options, time step, gravity, solver options, and obstacles.
  std::array<std::uint64_t, 7> parts{};

  /// Also of a simulation that has this obstacle too: its shape, friction and finger.
  void add(const Obstacle& obstacle);

  /// What differs first, such as "its material is another"; nullptr where nothing does.
  const char* difference_from(const Fingerprint& other) const;
};

/// Of a simulation without obstacles.
Fingerprint fingerprint(const ClothModel& model, const StepOptions& options);

}  // namespace isocloth
