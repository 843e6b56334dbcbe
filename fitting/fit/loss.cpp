#include "fitting/fit/loss.hpp"

#include <cmath>

namespace isocloth::fitting {
namespace {

/// √(w m_k/Σm) (φ_k − ϕ_k) of the nodes that the frame sees: their squares add up to w e².
void add_residuals(const Points& seen, const Points& simulated, const Vector& area_shares, double weight,
                   std::vector<double>& to) {
  double area = 0;
  for (Eigen::Index k = 0; k < seen.rows(); ++k)
    if (seen.row(k).allFinite()) area += area_shares[k];
  for (Eigen::Index k = 0; k < seen.rows(); ++k)
    for (int axis = 0; axis < 3 && seen.row(k).allFinite(); ++axis)
      to.push_back(std::sqrt(weight * area_shares[k] / area) * (simulated(k, axis) - seen(k, axis)));
}

}  // namespace

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
  std::vector<double> residuals;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const GridRecording& grid = trials[k]->recording().grid;
    for (Points& x : runs[k].frames) x.rowwise() += all.shift.transpose();
    const std::size_t last = runs[k].frames.size();
    std::size_t f = 0;
    for (FrameError& error : frame_errors(grid, 0, last, runs[k].frames, trials[k]->area_shares())) {
      error.weight *= part;
      add_residuals(grid.positions[f], runs[k].frames[f], trials[k]->area_shares(), error.weight, residuals);
      ++f;
      all.loss += error.weight * error.error * error.error;
      // recordings do not follow one another closely: far apart in time they count as independent
      error.time += 1e6 * static_cast<double>(k);
      all.frames.push_back(error);
    }
  }
  all.residuals = Eigen::Map<const Vector>(residuals.data(), static_cast<Eigen::Index>(residuals.size()));
  return all;
}

}  // namespace isocloth::fitting
