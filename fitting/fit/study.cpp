#include "fitting/fit/study.hpp"

#include <algorithm>
#include <cmath>

#include "fitting/recording/quantiles.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

std::optional<Hanger> find_hanger(const Recording& recording, const StudyOptions& options) {
  if (!recording.tool) return std::nullopt;
  const std::array parts{
      RecordingPart{&recording, recording.grid.times.front() + options.fit.share * recording.duration()}};
  return calibrate_taut_hanger(parts, {.latency = recording.latency, .turn_camera = options.turn_camera});
}

/// The fit searches what is to be added to the latency that the hanger was found with; what is told is the
/// camera's.
FitResult fit_trial(const Trial& trial, FitOptions options) {
  const double of_hanger = trial.hanger() ? trial.hanger()->latency : 0;
  const auto make_whole = [of_hanger](Parameter parameter, double& value) {
    if (parameter == Parameter::latency) value += of_hanger;
  };
  if (const auto tell = options.on_progress)
    options.on_progress = [=, parameters = options.parameters](FitProgress progress) {
      for (std::size_t k = 0; k < progress.values.size(); ++k) make_whole(parameters[k], progress.values[k]);
      tell(progress);
    };
  FitResult result = fit({&trial}, options);
  for (FittedParameter& fitted : result.parameters) make_whole(fitted.parameter, fitted.value);
  return result;
}

}  // namespace

std::vector<FrameError> errors_between(const Trial& trial, const std::vector<Points>& run, std::size_t first,
                                       std::size_t last) {
  const std::vector<Points> part(run.begin() + static_cast<std::ptrdiff_t>(first),
                                 run.begin() + static_cast<std::ptrdiff_t>(last));
  return frame_errors(trial.recording().grid, first, last, part, trial.area_shares());
}

double frame_noise(const GridRecording& grid) {
  std::vector<double> jumps;
  for (std::size_t f = 1; f + 1 < grid.times.size(); ++f) {
    const double share = (grid.times[f] - grid.times[f - 1]) / (grid.times[f + 1] - grid.times[f - 1]);
    for (Eigen::Index k = 0; k < grid.positions[f].rows(); ++k) {
      const double jump = (grid.positions[f].row(k) - (1 - share) * grid.positions[f - 1].row(k) -
                           share * grid.positions[f + 1].row(k))
                              .norm();
      if (std::isfinite(jump)) jumps.push_back(jump);
    }
  }
  if (jumps.empty()) return 0;
  return middle_of(std::move(jumps)) / std::sqrt(1.5);
}

Study study_recording(Recording recording, const StudyOptions& options) {
  std::optional<Hanger> hanger = find_hanger(recording, options);
  Study study{.trial = Trial(std::move(recording), options.trial, std::move(hanger))};
  const Trial& trial = study.trial;
  study.fit = fit_trial(trial, options.fit);
  study.run = trial.simulate(study.fit.best, trial.frames());
  study.fitted_frames = trial.frames_until(options.fit.share);
  study.errors = errors_between(trial, study.run.frames, 0, study.fitted_frames);
  study.fitted = summarize(study.errors);
  const std::vector<FrameError> rest =
      errors_between(trial, study.run.frames, study.fitted_frames, trial.frames());
  study.predicted = summarize(rest);
  study.errors.insert(study.errors.end(), rest.begin(), rest.end());
  study.node_errors = node_errors(
      trial.recording().grid, study.fitted_frames, trial.frames(),
      {study.run.frames.begin() + static_cast<std::ptrdiff_t>(study.fitted_frames), study.run.frames.end()});
  study.frame_noise = frame_noise(trial.recording().grid);
  if (study.run.missed > 0)
    study.fit.warnings.push_back(std::to_string(study.run.missed) + " of " + std::to_string(study.run.steps) +
                                 " steps of the simulation did not converge.");
  return study;
}

}  // namespace isocloth::fitting
