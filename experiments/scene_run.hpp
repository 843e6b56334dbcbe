#pragma once

/// A scene of scenes/, with some values changed, run to its end.

#include "experiments/experiment.hpp"
#include "io/scene/run_scene.hpp"

namespace isocloth::experiments {

struct SceneRun {
  RunReport report;
  Trajectory trajectory;
};

/// `name` without folder and ending; overrides as those of `isocloth run --set`.
SceneRun simulate_scene(const Options& options, const std::string& name,
                        const std::vector<std::string>& overrides = {});

}  // namespace isocloth::experiments
