#pragma once

/// What a run achieved, as one line for people and one object for scripts (the contract of `run --json`).

#include <string>

#include "io/scene/run_scene.hpp"
#include "output.hpp"

namespace isocloth::cli {

/// "1000 steps, 10 s simulated in 0.18 s (56× real time), 1000 converged, …".
std::string summary_text(const io::RunReport& run);

Json summary_json(const io::Scene& scene, const Simulation& simulation, const io::RunReport& run);

}  // namespace isocloth::cli
