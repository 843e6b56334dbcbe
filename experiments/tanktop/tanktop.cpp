/// A tank top on a hanger that is shaken (scenes/tanktop.yaml), and how well it keeps its area.

#include "experiments/catalog.hpp"

#include "experiments/scene_run.hpp"
#include "experiments/tanktop/claims.hpp"
#include "io/picture/render.hpp"

namespace isocloth::experiments {
namespace {

/// e_t, e_m and d_a in percent over time.
io::Plot error_plot(const Trajectory& trajectory) {
  io::Series total{.name = "total e_t"}, mean{.name = "mean e_m"}, dispersion{.name = "dispersion d_a"};
  for (const Frame& frame : trajectory.frames) {
    const auto add = [&](io::Series& series, double value) {
      series.x.push_back(frame.time);
      series.y.push_back(100 * value);
    };
    add(total, frame.diagnostics.area_total);
    add(mean, frame.diagnostics.area_mean);
    add(dispersion, frame.diagnostics.area_dispersion);
  }
  return {.title = "Area errors of the tank top",
          .x_label = "time [s]",
          .y_label = "error [%]",
          .series = {total, mean, dispersion},
          .include_y = {0},
          .caption = "As in the paper's figure, where the mean is around 1 % and the dispersion below 7 %."};
}

Result run_tanktop(const Options& options) {
  std::vector<std::string> changes{"time.frame=0.01"};  // the paper's moments are frames
  if (options.quick) changes.insert(changes.end(), {"time.duration=2", "cloth.mesh.tank_top.triangles=600"});
  options.progress(0.02, "the shirt is shaken");
  const SceneRun run = simulate_scene(options, "tanktop", changes);
  options.progress(0.8, "pictures");

  Result result;
  if (!options.quick)
    result.claims.push_back(measured(tanktop::kTriangles, run.trajectory.info.rest.element_count()));
  result.claims.push_back(measured(tanktop::kTotal, 100 * run.report.area_total));
  result.claims.push_back(measured(tanktop::kMean, 100 * run.report.area_mean));
  result.claims.push_back(measured(tanktop::kDispersion, 100 * run.report.area_dispersion));

  result.section.say(
      "Front and back are cut flat, filled with irregular triangles and sewn at sides and shoulders. The "
      "shirt hangs by its "
      "shoulders on a rod that is shaken to and fro; nothing but contact and friction holds it. The cloth "
      "does not feel itself: "
      "front and back may pass through each other.");
  result.section.add(error_plot(run.trajectory));
  const std::vector<double> times =
      options.quick ? std::vector{0.5, 1.1, 1.75} : std::vector{1.1, 1.75, 2.5, 3.5};
  result.section.add(io::make_picture(
      io::render_frames(
          run.trajectory,
          {.times = times, .panel_width = 360, .panel_height = 420, .color_by_area_error = true}),
      "Signed area error of each triangle, at the paper's moments."));
  result.section.add(io::make_replay({{"tank top", run.trajectory}},
                                     "The whole motion, coloured by area error.",
                                     {.frames_per_second = 25, .color = "area"}));
  options.progress(1, "pictures");
  return result;
}

}  // namespace

Experiment tanktop_experiment() {
  return {"tanktop", "Tank top", "Does a shirt that is shaken on its hanger keep its area?", run_tanktop};
}

}  // namespace isocloth::experiments
