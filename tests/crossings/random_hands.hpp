#pragma once

/// What is done to cloth by hands that are led too fast and too far, shake, and let go.

#include "crossings/random_cloths.hpp"
#include "isocloth/dynamics/simulation.hpp"

namespace isocloth::test {

/// Adds them; the fastest speed at which one of them is led [m/s].
double add_random_hands(Chance& chance, Kind kind, double duration, Simulation& sim);

}  // namespace isocloth::test
