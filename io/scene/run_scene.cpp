#include "io/scene/run_scene.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "io/scene/make_frame.hpp"

namespace isocloth::io {
namespace {

/// duration / step is a whole number within this, although neither is exact in binary.
constexpr double kStepRounding = 1e-9;

void add(const StepReport& step, const Simulation& simulation, RunReport& run) {
  ++run.steps;
  run.simulated = static_cast<double>(run.steps) * simulation.options().dt;
  ++run.steps_by_status[static_cast<std::size_t>(step.status)];
  run.iterations += step.iterations;
  run.iterations_max = std::max(run.iterations_max, step.iterations);
  run.divided_steps += step.substeps > 1;
  raise(run.metric_error, step.metric_error);
  raise(run.grasp_slip, step.grasp_slip);
  raise(run.area.total, step.area.total);
  raise(run.area.mean, step.area.mean);
  raise(run.area.dispersion, step.area.dispersion);
  raise(run.node_penetration, step.node_penetration);
  raise(run.surface_penetration, step.surface_penetration);
  if (step.status != StepStatus::converged && !run.first_miss)
    run.first_miss = {simulation.state().time, step.status};
}

}  // namespace

std::int64_t step_count(const TimeSpec& time) {
  const double steps = time.duration / time.step;
  return std::max<std::int64_t>(1, std::llround(std::ceil(steps * (1 - kStepRounding))));
}

std::int64_t frame_steps(const TimeSpec& time) {
  return std::max<std::int64_t>(1, std::llround(time.frame / time.step));
}

RunReport run_scene(const Scene& scene, Simulation& simulation, const RunCallbacks& callbacks) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const std::int64_t steps_per_frame = frame_steps(scene.time);
  RunReport run;
  run.planned_steps = step_count(scene.time);
  FrameDiagnostics diagnostics;
  const auto keep_frame = [&] {
    if (callbacks.on_frame) callbacks.on_frame(make_frame(simulation, diagnostics));
    diagnostics = {};
    ++run.frames;
  };

  keep_frame();
  while (run.steps < run.planned_steps && !run.stopped) {
    const StepReport step = simulation.step();
    add(step, simulation, run);
    add(step, diagnostics);
    if (run.steps % steps_per_frame == 0) keep_frame();
    if (callbacks.go_on) run.stopped = !callbacks.go_on(run) && run.steps < run.planned_steps;
  }
  run.wall = std::chrono::duration<double>(Clock::now() - begin).count();
  return run;
}

}  // namespace isocloth::io
