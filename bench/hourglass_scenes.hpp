#pragma once

/// The scenes on which ways to control hourglass modes are compared. See docs/hourglass.md.

#include <string>

#include "isocloth/dynamics/simulation.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth::bench {

/// A way to control hourglass modes, through public options only.
struct Candidate {
  std::string name;
  ClothOptions cloth{};
  ProjectionMethod method = ProjectionMethod::implicit;
};

/// A3, 9×9 nodes, top corners shaken by 0.075 m at 0.6 Hz, dt 10 ms.
Simulation shaken_sheet(const Candidate& candidate);

/// The locking test: 1 m × 1 m, horizontal, 3 mm noise in the rest shape, three corners held, α = 3, dt 5 ms.
/// 529 quad nodes or 472 irregular triangle nodes; node 0 is the corner that falls.
Simulation falling_corner(const Candidate& candidate, ElementKind kind);

/// scenes/ring.yaml: ring of 8×96 nodes over a Cusick table, κ = 1e-5 N·m, dt 10 ms. Starts flat up to 0.1
/// mm, at random: how many folds form depends on such trifles.
inline constexpr double kTableRadius = 0.09;  // [m]
Simulation draped_ring(const Candidate& candidate, unsigned seed, bool refined = false);

/// The motion that the authors' own code recorded: square of 0.3 m, 10×10 nodes, top corners swung, dt 10 ms.
Simulation swung_square(const Candidate& candidate);

}  // namespace isocloth::bench
