#pragma once

/// What a run achieved, as text for people and one object for scripts (the contract of `run --json`).

#include <string>

#include "io/scene/run_scene.hpp"
#include "output.hpp"

namespace isocloth::cli {

/// "1000 steps, 10 s simulated in 0.18 s (56× real time), 1000 converged, …"; with obstacles, a line more for
/// how deep the cloth was in them, and one for the load of each at the end.
std::string summary_text(const Simulation& simulation, const RunReport& run);

Json summary_json(const io::Scene& scene, const Simulation& simulation, const RunReport& run);

}  // namespace isocloth::cli
