/// Mesh independence: the A3 sheet of scenes/shake.yaml with other meshes and the same parameters, and how
/// far the surfaces are from each other over time.

#include "experiments/catalog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "experiments/parallel.hpp"
#include "experiments/scene_run.hpp"
#include "experiments/shake/claims.hpp"
#include "experiments/shake/material_points.hpp"

namespace isocloth::experiments {
namespace {

using shake::kMeshes;
using shake::SheetMesh;

constexpr std::array<double, 2> kSheetSize{0.297, 0.42};  ///< A3, as in scenes/shake.yaml [m]
constexpr int kPointsAlong = 32;                          ///< of each side, at which surfaces are compared

Trajectory shake_mesh(const SheetMesh& mesh, const Options& options) {
  const auto [columns, rows] = mesh.nodes;
  return simulate_scene(options, "shake",
                        {fmt::format("cloth.mesh.rectangle.nodes=[{}, {}]", columns, rows),
                         fmt::format("cloth.mesh.rectangle.element={}",
                                     mesh.element == ElementKind::quad ? "quad" : "triangle"),
                         fmt::format("grasps.left.nodes=[{}]", columns * (rows - 1)),
                         fmt::format("grasps.right.nodes=[{}]", columns * rows - 1)})
      .trajectory;
}

/// Of the cloth lying flat, as it was made: the trajectory's rest shape.
MaterialPoints points_of(const Trajectory& trajectory) {
  return MaterialPoints(trajectory.info.rest, kSheetSize, kPointsAlong);
}

/// Mean distance of corresponding points in each frame [cm].
io::Series distance_over_time(const std::string& name, const Trajectory& a, const Trajectory& b) {
  const MaterialPoints on_a = points_of(a), on_b = points_of(b);
  io::Series series{.name = name};
  for (std::size_t k = 0; k < a.frames.size(); ++k) {
    series.x.push_back(a.frames[k].time);
    series.y.push_back(100 * (on_a.at(a.frames[k].x) - on_b.at(b.frames[k].x)).rowwise().norm().mean());
  }
  return series;
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

Result run_shake(const Options& options) {
  std::array<Trajectory, kMeshes.size()> runs;
  std::vector<Task> tasks;
  for (std::size_t k = 0; k < kMeshes.size(); ++k)
    tasks.push_back({kMeshes[k].name, double(kMeshes[k].nodes[0] * kMeshes[k].nodes[1]),
                     [&, k] { runs[k] = shake_mesh(kMeshes[k], options); }});
  run_all(std::move(tasks), options, 0, 0.9);

  Result result;
  io::Table table{.columns = {"mesh", "mean [cm]", "largest in time [cm]"}};
  io::Plot plot{.title = "Distance to 17×17 quads",
                .x_label = "time [s]",
                .y_label = "mean distance [cm]",
                .include_y = {0}};
  for (std::size_t k = 1; k < kMeshes.size(); ++k) {
    io::Series series = distance_over_time(kMeshes[k].name, runs[k], runs[0]);
    const double mean = mean_of(series.y), most = *std::max_element(series.y.begin(), series.y.end());
    result.claims.push_back(measured(shake::distance_claim(kMeshes[k]), mean));
    table.rows.push_back({kMeshes[k].name, fmt::format("{:.2f}", mean), fmt::format("{:.2f}", most)});
    series.dashed = kMeshes[k].element == ElementKind::triangle;
    plot.series.push_back(std::move(series));
  }
  result.section.say(
      fmt::format("An A3 sheet (29.7 × 42 cm) is shaken by its two upper corners for 10 s, cotton fast: δ = "
                  "0.52, α = 2.69. The same points "
                  "of the cloth, {0} × {0} of them, are compared on every mesh with those on 17×17 quads. "
                  "The paper's numbers are distances to a "
                  "recording of the real cloth, ours say how far meshes differ among themselves.",
                  kPointsAlong));
  result.section.add(plot);
  result.section.add(table);
  result.section.add(
      io::make_replay({{kMeshes[0].name, runs[0]}, {kMeshes[1].name, runs[1]}, {kMeshes[5].name, runs[5]}},
                      "17×17 quads, 9×9 quads and 9×9 triangles.",
                      {.title = "Mesh independence", .frames_per_second = 25, .side_by_side = true}));
  options.progress(1, "distances");
  return result;
}

}  // namespace

Experiment shake_experiment() {
  return {"shake", "Mesh independence", "Does the shaken sheet move the same way whatever its mesh?",
          run_shake};
}

}  // namespace isocloth::experiments
