#include "fitting/fit/loss.hpp"

namespace isocloth::fitting {

Evaluation evaluate_loss(const std::vector<const Trial*>& trials, const TrialParameters& parameters,
                         double share, bool offset) {
  Evaluation all;
  const double part = 1 / static_cast<double>(trials.size());
  std::vector<Trial::Run> runs;
  for (const Trial* trial : trials) runs.push_back(trial->simulate(parameters, trial->frames_until(share)));
  if (offset)
    for (std::size_t k = 0; k < trials.size(); ++k)
      all.shift +=
          part * mean_residual(trials[k]->recording().grid, runs[k].frames, trials[k]->area_shares());
  for (std::size_t k = 0; k < trials.size(); ++k) {
    for (Points& x : runs[k].frames) x.rowwise() += all.shift.transpose();
    const std::size_t last = runs[k].frames.size();
    for (FrameError& error :
         frame_errors(trials[k]->recording().grid, 0, last, runs[k].frames, trials[k]->area_shares())) {
      error.weight *= part;
      all.loss += error.weight * error.error * error.error;
      // recordings do not follow one another closely: far apart in time they count as independent
      error.time += 1e6 * static_cast<double>(k);
      all.frames.push_back(error);
    }
  }
  return all;
}

}  // namespace isocloth::fitting
