#include "experiments/scene_run.hpp"

#include <filesystem>

#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "isocloth/session/make_frame.hpp"

namespace isocloth::experiments {

SceneRun simulate_scene(const Options& options, const std::string& name,
                        const std::vector<std::string>& overrides) {
  const std::filesystem::path path = std::filesystem::path(options.scenes_folder) / (name + ".yaml");
  const io::Scene scene = io::load_scene(path.string(), overrides);
  Session session(io::make_simulation(scene));
  SceneRun run;
  run.trajectory.info = trajectory_info(scene.text, session.simulation());
  run.report = io::run_scene(
      scene, session, {.on_frame = [&](Frame frame) { run.trajectory.frames.push_back(std::move(frame)); }});
  return run;
}

}  // namespace isocloth::experiments
