#include "io/scene/run_scene.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace isocloth::io {
namespace {

/// duration / step is a whole number within this, although neither is exact in binary.
constexpr double kStepRounding = 1e-9;

/// What is not finite is as bad as can be, but a number.
void raise(double& worst, double value) {
  worst = std::max(worst, std::isfinite(value) ? value : std::numeric_limits<double>::max());
}

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

void add(const StepReport& step, FrameDiagnostics& frame) {
  ++frame.steps;
  frame.converged_steps += step.status == StepStatus::converged;
  frame.iterations += step.iterations;
  raise(frame.metric_error, step.metric_error);
  raise(frame.area_total, step.area.total);
  raise(frame.area_mean, step.area.mean);
  raise(frame.area_dispersion, step.area.dispersion);
  raise(frame.node_penetration, step.node_penetration);
  raise(frame.surface_penetration, step.surface_penetration);
}

void add_obstacles(const Simulation& simulation, Frame& frame) {
  const int count = static_cast<int>(simulation.obstacles().size());
  if (count == 0) return;
  frame.obstacle_force.resize(count, 3);
  frame.obstacle_torque.resize(count, 3);
  for (int i = 0; i < count; ++i) {
    frame.obstacle_pose.push_back(simulation.obstacles()[static_cast<std::size_t>(i)].path(frame.time));
    const ObstacleLoad load = simulation.obstacle_load(i);
    frame.obstacle_force.row(i) = load.force.transpose();
    frame.obstacle_torque.row(i) = load.torque.transpose();
  }
  frame.contact_force = simulation.contact_force();
}

Frame frame_of(const Simulation& simulation, const FrameDiagnostics& diagnostics) {
  const ClothState& state = simulation.state();
  Frame frame{.time = state.time, .x = state.x, .v = state.v, .diagnostics = diagnostics, .grasp_force = {}};
  const int grasps = static_cast<int>(simulation.grasps().size());
  frame.grasp_force.resize(grasps, 3);
  for (int g = 0; g < grasps; ++g) frame.grasp_force.row(g) = simulation.grasp_force(g).transpose();
  add_obstacles(simulation, frame);
  return frame;
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
  const auto make_frame = [&] {
    if (callbacks.on_frame) callbacks.on_frame(frame_of(simulation, diagnostics));
    diagnostics = {};
    ++run.frames;
  };

  make_frame();
  while (run.steps < run.planned_steps && !run.stopped) {
    const StepReport step = simulation.step();
    add(step, simulation, run);
    add(step, diagnostics);
    if (run.steps % steps_per_frame == 0) make_frame();
    if (callbacks.go_on) run.stopped = !callbacks.go_on(run) && run.steps < run.planned_steps;
  }
  run.wall = std::chrono::duration<double>(Clock::now() - begin).count();
  return run;
}

}  // namespace isocloth::io
