#include "experiments/recorder.hpp"

namespace isocloth::experiments {

Recorder::Recorder(const Simulation& simulation, int steps_per_frame) : steps_per_frame_(steps_per_frame) {
  if (steps_per_frame_ == 0) return;
  trajectory_.info = trajectory_info("", simulation);
  trajectory_.frames.push_back(make_frame(simulation, diagnostics_));
}

void Recorder::add(const Simulation& simulation, const StepReport& report) {
  if (steps_per_frame_ == 0) return;
  diagnostics_.add(report);
  if (++steps_ % steps_per_frame_ != 0) return;
  trajectory_.frames.push_back(make_frame(simulation, diagnostics_));
  diagnostics_ = {};
}

}  // namespace isocloth::experiments
