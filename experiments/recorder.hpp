#pragma once

/// Frames of a simulation that an experiment steps itself, for replays and pictures.

#include "isocloth/session/make_frame.hpp"

namespace isocloth::experiments {

class Recorder {
 public:
  /// The first frame is the simulation as it stands; then one every `steps_per_frame` steps. 0: records
  /// nothing.
  Recorder(const Simulation& simulation, int steps_per_frame);

  /// After each step.
  void add(const Simulation& simulation, const StepReport& report);

  Trajectory take() { return std::move(trajectory_); }

 private:
  int steps_per_frame_;
  int steps_ = 0;
  StepTotals diagnostics_;
  Trajectory trajectory_;
};

}  // namespace isocloth::experiments
