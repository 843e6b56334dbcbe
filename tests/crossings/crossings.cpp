/// Runs scenes in which cloth touches cloth, each from several starts that differ by 0.1 mm, and judges every
/// step by exact predicates: a line of a table in Markdown for each scene as it is done.
///
///   crossings [RUNS [SCENE…]]        of each scene with self_contact ten runs, unless said otherwise
///
/// Ends with 1 where a step crosses.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "crossings/least_distance.hpp"
#include "dynamics/exact_crossings.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/list_scenes.hpp"
#include "io/scene/read_scene.hpp"
#include "io/scene/run_scene.hpp"
#include "isocloth/mesh/edit.hpp"

namespace isocloth::test {
namespace {

const std::string kScenes = std::string(ISOCLOTH_SOURCE_DIR) + "/scenes";

/// How far starts are apart [m], and within which length alike, so that lengths on the cloth stay [m].
constexpr double kJitter = 1e-4, kAlike = 0.05;

constexpr double kRowBar = 1e-3;  ///< that rows are held to [-]

/// What all runs of a scene came to.
struct Outcome {
  int steps = 0, converged = 0, within = 0, crossed = 0;
  int crossed_otherwise = 0;       ///< where quads are split along their other diagonals
  double row = 0, dispersion = 0;  ///< worst [-]
  double least = 1;                ///< distance of parts that are not neighbours, over what is asked [-]
  double simulated = 0, wall = 0;  ///< [s]
};

void jitter(std::uint32_t seed, Simulation& sim) {
  if (seed == 0) return;
  Mesh moved{.x = sim.state().x, .elements = sim.model().rest.elements};
  add_noise(moved, kJitter, seed, kAlike);
  ClothState state = sim.state();
  state.x = moved.x;
  sim.go_on_from(state);
}

/// The mesh whose quads are split along their other diagonals.
Mesh split_otherwise(Mesh mesh) {
  for (Element& e : mesh.elements)
    if (corner_count(e) == 4) e = {e[1], e[2], e[3], e[0]};
  return mesh;
}

void run(const io::Scene& scene, std::uint32_t seed, Outcome& outcome) {
  Simulation sim = io::make_simulation(scene);
  jitter(seed, sim);
  LeastDistance least(sim.model());
  const Mesh otherwise = split_otherwise(sim.model().rest);
  const auto count = static_cast<int>(io::step_count(scene.time));
  for (int k = 0; k < count; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    const StepReport report = sim.step();
    outcome.wall += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    outcome.simulated += scene.time.step;
    ++outcome.steps;
    outcome.converged += report.status == StepStatus::converged;
    outcome.within += report.metric_error <= kRowBar;
    outcome.row = std::max(outcome.row, report.metric_error);
    outcome.dispersion = std::max(outcome.dispersion, report.area.dispersion);
    outcome.least = std::min(outcome.least, least.of(sim.state().x));
    outcome.crossed += exact_crossings(sim.model().rest, sim.state().x) > 0;
    outcome.crossed_otherwise += exact_crossings(otherwise, sim.state().x) > 0;
  }
}

bool touches_itself(const io::Scene& scene) { return scene.cloths.front().self_contact.has_value(); }

bool judge(const std::string& path, int runs) {
  const io::Scene scene = io::load_scene(path);
  if (!touches_itself(scene)) return true;
  Outcome o;
  for (int r = 0; r < runs; ++r) run(scene, static_cast<std::uint32_t>(r), o);
  std::printf("| `%s` | %d | %d | %d | %.2f | %.2f %% | %.2f %% | %.2f %% | %.1f %% | %.2f | %d |\n",
              scene.name.c_str(), runs, o.steps, o.crossed, o.least, 100.0 * o.converged / o.steps,
              100.0 * o.within / o.steps, 100 * o.row, 100 * o.dispersion, o.simulated / o.wall,
              o.crossed_otherwise);
  std::fflush(stdout);
  return o.crossed == 0;
}

int main(const std::vector<std::string>& words) {
  const int runs = words.empty() ? 10 : std::atoi(words.front().c_str());
  std::vector<std::string> paths;
  for (std::size_t w = 1; w < words.size(); ++w) paths.push_back(kScenes + "/" + words[w] + ".yaml");
  if (paths.empty())
    for (const io::BuiltinScene& scene : io::list_scenes(kScenes)) paths.push_back(scene.path);
  std::puts(
      "| scene | runs | steps | that cross | least distance / t | converged | rows within 0.1 % | worst row "
      "| dispersion of areas "
      "| "
      "times real time | that cross, quads split otherwise |\n|---|---|---|---|---|---|---|---|---|---|---|");
  bool is_free = true;
  for (const std::string& path : paths) is_free = judge(path, runs) && is_free;
  return is_free ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace isocloth::test

int main(int argc, char** argv) {
  try {
    return isocloth::test::main({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "crossings: %s\n", error.what());
    return 2;
  }
}
