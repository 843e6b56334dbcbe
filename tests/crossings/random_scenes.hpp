#pragma once

/// Random scenes of the kinds that users run: cloth that is dropped, heaped, piled, folded, twisted, worn,
/// pushed together and dragged through itself, by hands and among obstacles that no careful user would lead
/// so.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "isocloth/dynamics/simulation.hpp"

namespace isocloth::test {

/// Something done to a simulation before a step.
struct Event {
  int step = 0;
  std::function<void(Simulation&)> what;
};

struct RandomScene {
  std::unique_ptr<Simulation> sim;
  std::vector<Event> events{};  ///< in the order of their steps
  std::string kind{};
  double duration = 1;   ///< [s]
  double plausible = 0;  ///< speed: of the hands, of the obstacles, of a fall [m/s]
};

/// The same seed makes the same scene. InputError where what came together cannot be, as where cloths begin
/// crossed.
RandomScene random_scene(unsigned seed);

}  // namespace isocloth::test
