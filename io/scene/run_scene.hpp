#pragma once

/// The loop around a simulation: steps to the end of the scene, frames on the way, and an account of it all.
///
///   steps  = duration / step, rounded up        frames at t = 0, frame, 2 frame, … up to the end
///
/// The program, the bindings, the benchmark and the viewer all run scenes through here.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "io/scene/scene.hpp"
#include "isocloth/dynamics/simulation.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// What a run achieved so far; errors are fractions, worst over all steps.
struct RunReport {
  std::int64_t planned_steps = 0;
  std::int64_t steps = 0;
  std::int64_t frames = 0;
  double simulated = 0;  ///< [s]
  double wall = 0;       ///< real time of the steps and of handling the frames [s]; set when the run ends

  std::array<std::int64_t, 4> steps_by_status{};  ///< index: StepStatus
  std::int64_t iterations = 0;                    ///< sum over all steps
  int iterations_max = 0;                         ///< in one step
  std::int64_t divided_steps = 0;                 ///< that were taken in sub-steps
  double metric_error = 0;
  double grasp_slip = 0;  ///< largest distance of a held node from where its grasp wanted it [m]
  AreaError area;
  double node_penetration = 0;     ///< deepest that a node was inside an obstacle [m]
  double surface_penetration = 0;  ///< deepest that any point of the cloth was [m]

  struct Miss {
    double time = 0;  ///< end of the step [s]
    StepStatus status = StepStatus::converged;
  };
  std::optional<Miss> first_miss;  ///< first step that did not converge
  bool stopped = false;            ///< before the end, by the caller

  std::int64_t count(StepStatus status) const { return steps_by_status[static_cast<std::size_t>(status)]; }
  std::int64_t missed_steps() const { return steps - count(StepStatus::converged); }
};

struct RunCallbacks {
  std::function<void(const Frame&)> on_frame{};          ///< each frame as it is made
  std::function<bool(const RunReport& so_far)> go_on{};  ///< after each step; false stops the run
};

/// Steps that reach the duration; 1 + this / frame_steps(time) frames are made.
std::int64_t step_count(const TimeSpec& time);
std::int64_t frame_steps(const TimeSpec& time);

/// Runs a simulation made from the scene, from where it stands, for the scene's duration. Allocates per
/// frame, not per step.
RunReport run_scene(const Scene& scene, Simulation& simulation, const RunCallbacks& callbacks = {});

}  // namespace isocloth::io
