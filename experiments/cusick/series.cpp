#include "experiments/cusick/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "experiments/cusick/claims.hpp"
#include "experiments/parallel.hpp"

namespace isocloth::experiments::cusick {
namespace {

constexpr int kMeshes = 24, kQuickMeshes = 4;
constexpr int kSpecimens = 8, kInextensibleSpecimens = 4;  ///< of each mesh
constexpr int kComparedSpecimens = 32;  ///< of runs whose difference is to be told from scatter
constexpr int kTrialSpecimens = 32;     ///< of each trial κ of the calibration
constexpr int kDiscSpecimens = 2;       ///< with contact, which takes long
constexpr double kContactWork = 15;     ///< what a disc takes compared with a ring
constexpr int kFramesEvery = 5;         ///< steps, of the first specimen

/// Room for the specimens of a set; the first on the calibration mesh is recorded.
void prepare(Set& set, DrapeSetup setup, int specimens) {
  set.setup = setup;
  set.nodes = drape_mesh(setup).node_count();
  set.drapes.resize(static_cast<std::size_t>(specimens));
}

void add_tasks(Set& set, bool record, std::vector<Task>& tasks) {
  for (std::size_t k = 0; k < set.drapes.size(); ++k) {
    DrapeSetup setup = set.setup;
    setup.specimen = static_cast<std::uint32_t>(k);
    if (record && k == 0) setup.frame_steps = kFramesEvery;
    const double work = set.nodes * 0.01 / setup.step * (setup.disc ? kContactWork : 1);
    tasks.push_back({fmt::format("{} of {} nodes", setup.disc ? "disc" : "ring", set.nodes), work,
                     [setup, &result = set.drapes[k]] { result = drape(setup); }});
  }
}

DrapeSetup setup_of(double bending) {
  return {.density = kDensity, .bending = bending, .shear = kShear, .nodes = kCalibrationNodes};
}

void prepare_series(Series& series, double bending, const Options& options) {
  const DrapeSetup usual = setup_of(bending);
  for (const std::array<int, 2>& nodes : ring_meshes(options.quick ? kQuickMeshes : kMeshes)) {
    DrapeSetup setup = usual;
    setup.nodes = nodes;
    prepare(series.meshes.emplace_back(), setup, options.quick ? 1 : kSpecimens);
  }
  DrapeSetup halved = usual, turned = usual, disc = usual;
  halved.step = usual.step / 2;
  turned.turned = 0.5;
  disc.disc = true;
  prepare(series.usual, usual, options.quick ? 1 : kComparedSpecimens);
  if (options.quick) return;
  for (const std::array<int, 2>& nodes : ring_meshes(kQuickMeshes)) {
    DrapeSetup setup = usual;
    setup.nodes = nodes;
    setup.shear = kInextensible;
    prepare(series.inextensible.emplace_back(), setup, kInextensibleSpecimens);
  }
  prepare(series.halved, halved, kComparedSpecimens);
  prepare(series.turned, turned, kComparedSpecimens);
  prepare(series.disc, disc, kDiscSpecimens);
}

}  // namespace

std::vector<std::array<int, 2>> ring_meshes(int count) {
  constexpr double kFewest = 250, kMost = 1300;
  std::vector<std::array<int, 2>> meshes;
  for (int k = 0; k < count; ++k) meshes.push_back(ring_nodes(kFewest + (kMost - kFewest) * k / (count - 1)));
  const auto distance = [](const std::array<int, 2>& m) {
    return std::abs(m[0] * m[1] - kCalibrationNodes[0] * kCalibrationNodes[1]);
  };
  *std::min_element(meshes.begin(), meshes.end(), [&](const auto& a, const auto& b) {
    return distance(a) < distance(b);
  }) = kCalibrationNodes;
  return meshes;
}

std::array<double, 3> bending_of_stiffnesses(const Options& options) {
  std::array<double, 3> bending{};
  for (std::size_t s = 0; s < 3; ++s) {
    bending[s] = kStiffnesses[s].bending;
    if (!options.calibrate) continue;
    const double found = calibrate_bending(kStiffnesses[s].calibrated / 100, [&](double trial) {
      Set set;
      prepare(set, setup_of(trial), kTrialSpecimens);
      std::vector<Task> tasks;
      add_tasks(set, false, tasks);
      run_all(std::move(tasks), options, 0.01, 0.01);
      return mean_of(set.drapes).coefficient;
    });
    bending[s] = std::stod(fmt::format("{:.4g}", found));  // as it is written down in the claims
  }
  return bending;
}

std::array<Series, 3> run_series(const std::array<double, 3>& bending, const Options& options) {
  std::array<Series, 3> all;
  std::vector<Task> tasks;
  for (std::size_t s = 0; s < 3; ++s) {
    prepare_series(all[s], bending[s], options);
    for (Set& set : all[s].meshes) add_tasks(set, false, tasks);
    for (Set& set : all[s].inextensible) add_tasks(set, false, tasks);
    add_tasks(all[s].usual, true, tasks);
    add_tasks(all[s].halved, false, tasks);
    add_tasks(all[s].turned, false, tasks);
    add_tasks(all[s].disc, s == 1, tasks);
  }
  run_all(std::move(tasks), options, 0.01, 0.95);
  for (Series& series : all) {
    for (std::vector<Set>* sets : {&series.meshes, &series.inextensible})
      for (Set& set : *sets) set.mean = mean_of(set.drapes);
    for (Set* set : {&series.usual, &series.halved, &series.turned, &series.disc})
      set->mean = mean_of(set->drapes);
  }
  return all;
}

}  // namespace isocloth::experiments::cusick
