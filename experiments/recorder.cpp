#include "experiments/recorder.hpp"

namespace isocloth::experiments {

Recorder::Recorder(const Simulation& simulation, int steps_per_frame) : steps_per_frame_(steps_per_frame) {
  if (steps_per_frame_ == 0) return;
  trajectory_.info = io::trajectory_info("", simulation);
  trajectory_.frames.push_back(io::make_frame(simulation, diagnostics_));
}

void Recorder::add(const Simulation& simulation, const StepReport& report) {
  if (steps_per_frame_ == 0) return;
  io::add(report, diagnostics_);
  if (++steps_ % steps_per_frame_ != 0) return;
  trajectory_.frames.push_back(io::make_frame(simulation, diagnostics_));
  diagnostics_ = {};
}

}  // namespace isocloth::experiments
