#include "experiments/scene_run.hpp"

#include <filesystem>

#include "io/scene/build_simulation.hpp"
#include "io/scene/make_frame.hpp"
#include "io/scene/read_scene.hpp"

namespace isocloth::experiments {

SceneRun simulate_scene(const Options& options, const std::string& name,
                        const std::vector<std::string>& overrides) {
  const std::filesystem::path path = std::filesystem::path(options.scenes_folder) / (name + ".yaml");
  const io::Scene scene = io::load_scene(path.string(), overrides);
  Simulation simulation = io::make_simulation(scene);
  SceneRun run;
  run.trajectory.info = io::trajectory_info(scene.text, simulation);
  run.report = io::run_scene(
      scene, simulation, {.on_frame = [&](const Frame& frame) { run.trajectory.frames.push_back(frame); }});
  return run;
}

}  // namespace isocloth::experiments
