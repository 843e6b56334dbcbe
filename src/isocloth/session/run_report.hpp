#pragma once

/// What a run achieved so far: totals and worst errors of its steps, and how far it came.

#include <array>
#include <optional>

#include "isocloth/dynamics/step_data.hpp"
#include "isocloth/trajectory/step_totals.hpp"

namespace isocloth {

struct RunReport : StepTotals {
  std::int64_t planned_steps = 0;
  std::int64_t frames = 0;
  double simulated = 0;  ///< [s]
  double wall = 0;       ///< real time of the steps and of handling the frames [s]; set when the run ends
  double slowest_second = 0;  ///< … of the simulated second that took longest; of a shorter run, of all [s]

  std::array<std::int64_t, kStepStatuses> steps_by_status{};  ///< index: StepStatus
  int iterations_max = 0;                                     ///< in one step
  std::int64_t divided_steps = 0;                             ///< that were taken in sub-steps
  StepReport last{};                                          ///< of the last step

  struct Miss {
    double time = 0;  ///< end of the step [s]
    StepStatus status = StepStatus::converged;
    StepCause cause = StepCause::none;
    int grasp = -1;  ///< furthest from where it should be; −1: none
  };
  std::optional<Miss> first_miss{};  ///< first step that did not converge
  bool stopped = false;              ///< before the end, by the caller

  std::int64_t count(StepStatus status) const { return steps_by_status[static_cast<std::size_t>(status)]; }

  /// A step that ended at `time` [s].
  void add(const StepReport& step, double time) {
    StepTotals::add(step);
    ++steps_by_status[static_cast<std::size_t>(step.status)];
    iterations_max = std::max(iterations_max, step.iterations);
    divided_steps += step.substeps > 1;
    last = step;
    if (step.status != StepStatus::converged && !first_miss)
      first_miss = {time, step.status, step.cause, step.grasp};
  }
};

}  // namespace isocloth
