#pragma once

/// One recording from end to end: the hanger, the fit of the first part, and what the fitted cloth does in
/// the rest, which was not used for anything.

#include "fitting/fit/fit.hpp"

namespace isocloth::fitting {

struct StudyOptions {
  FitOptions fit{};
  TrialOptions trial{};
  bool turn_camera = false;  ///< find also by how much the camera's frame is turned against the robot's
};

struct Study {
  Trial trial;
  FitResult fit{};
  Trial::Run run{};                  ///< of the whole recording, with the fitted parameters
  std::size_t fitted_frames = 0;     ///< the first ones
  std::vector<FrameError> errors{};  ///< of all frames; weights are those of its part
  ErrorSummary fitted{}, predicted{};
  Vector node_errors{};    ///< of each node in the part that was not fitted [m]
  double frame_noise = 0;  ///< by which tracked nodes jump from frame to frame, see below [m]

  /// What no simulation can get below: scatter of the held nodes about the hanger, or where no tool is known
  /// the frames' noise [m].
  double noise_floor() const { return trial.hanger() ? trial.hanger()->scatter : frame_noise; }
};

Study study_recording(Recording recording, const StudyOptions& options);

/// Errors of frames [first, last) of a run of all frames.
std::vector<FrameError> errors_between(const Trial& trial, const std::vector<Points>& run, std::size_t first,
                                       std::size_t last);

/// Median distance of a node from the line between its neighbours in time, over √1.5: what independent noise
/// of the frames would make the mean error, where motion is slow between frames [m].
double frame_noise(const GridRecording& grid);

}  // namespace isocloth::fitting
