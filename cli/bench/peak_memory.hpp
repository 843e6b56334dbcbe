#pragma once

/// Most memory that a scene needs: resident set of a child process that builds and runs it and does nothing
/// else. The child begins as a copy of this process, so ask before anything large has been built here.

#include "io/scene/scene.hpp"

namespace isocloth::cli::bench {

/// [10⁶ bytes]. The child stops after `seconds`: memory is taken at the beginning, a step takes none.
/// InputError where the scene cannot be built.
double peak_memory_mb(const io::Scene& scene, double seconds);

}  // namespace isocloth::cli::bench
