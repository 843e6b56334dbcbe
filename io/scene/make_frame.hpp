#pragma once

/// Frames of a run: what a trajectory keeps of a simulation, and of the steps since the frame before.

#include <algorithm>
#include <cmath>
#include <limits>

#include "isocloth/dynamics/simulation.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// The worse of two. What is not finite is as bad as can be, but a number.
inline void raise(double& worst, double value) {
  worst = std::max(worst, std::isfinite(value) ? value : std::numeric_limits<double>::max());
}

void add(const StepReport& step, FrameDiagnostics& frame);

Frame make_frame(const Simulation& simulation, const FrameDiagnostics& diagnostics);

/// What a trajectory file says of a run ahead of its frames; `scene` is the text it was made from, if any.
TrajectoryInfo trajectory_info(const std::string& scene, const Simulation& simulation);

}  // namespace isocloth::io
