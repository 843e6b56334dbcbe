#include "experiments/recordings/contest.hpp"

#include <algorithm>

#include "isocloth/core/require.hpp"

namespace isocloth::experiments {
namespace {

using fitting::Parameter;
using fitting::Trial;

fitting::FitOptions fit_options(Contender contender, double share, double tolerance) {
  fitting::FitOptions options;
  switch (contender) {
    case Contender::no_air:
      options.parameters = {Parameter::damping, Parameter::latency};
      break;
    case Contender::edges:
      options.parameters = {Parameter::damping, Parameter::shear_stiffness, Parameter::latency};
      break;
    default:
      options.parameters = {Parameter::virtual_mass, Parameter::damping, Parameter::latency};
  }
  options.offset = true;
  options.share = share;
  options.starts = contender == Contender::edges ? 2 : 1;
  options.search.tolerance = tolerance;
  options.uncertainty = contender == Contender::inextensible;
  return options;
}

Trial trial_of(Contender contender, const fitting::Recording& recording, const fitting::Hanger& hanger) {
  fitting::TrialOptions options;
  if (contender == Contender::edges) options.cloth.edges = EdgeModel{};
  return Trial(recording, options, hanger);
}

/// Where the plate hangs: shifted by the mean of what is left in the training stretches.
fitting::FitResult place_plate(const std::vector<Trial>& trials, double share) {
  fitting::FitResult result;
  for (const Trial& trial : trials)
    result.best.shift +=
        fitting::mean_residual(trial.recording().grid, trial.rigid_plate(trial.frames_until(share)),
                               trial.area_shares()) /
        static_cast<double>(trials.size());
  return result;
}

}  // namespace

const char* name_of(Contender contender) {
  switch (contender) {
    case Contender::no_air:
      return "δ = ρ";
    case Contender::edges:
      return "edges keep their length";
    case Contender::plate:
      return "rigid plate";
    default:
      return "inextensible";
  }
}

fitting::Hanger find_hanger(const std::vector<Stretch>& training) {
  std::vector<fitting::RecordingPart> parts;
  for (const Stretch& s : training)
    parts.push_back({s.recording, s.recording->grid.times.front() + s.until * s.recording->duration()});
  return fitting::calibrate_taut_hanger(parts, {.turn_camera = true});
}

Training train(Contender contender, const std::vector<Stretch>& training, const fitting::Hanger& hanger,
               double tolerance) {
  std::vector<Trial> trials;
  std::vector<const Trial*> pointers;
  for (const Stretch& s : training) trials.push_back(trial_of(contender, *s.recording, hanger));
  for (const Trial& trial : trials) pointers.push_back(&trial);
  const double share = training[0].until;
  if (contender == Contender::plate) return {hanger, place_plate(trials, share)};
  return {hanger, fitting::fit(pointers, fit_options(contender, share, tolerance))};
}

Prediction predict(Contender contender, const Training& training, const Stretch& unseen) {
  const Trial trial = trial_of(contender, *unseen.recording, training.hanger);
  const std::size_t first = unseen.from > 0 ? trial.frames_until(unseen.from) : 0, last = trial.frames();
  std::vector<Points> run;
  if (contender == Contender::plate) {
    run = trial.rigid_plate(last);
    for (Points& x : run) x.rowwise() += training.fit.best.shift.transpose();
  } else {
    run = trial.simulate(training.fit.best, last).frames;
  }
  Prediction prediction{.errors = fitting::summarize(fitting::errors_between(trial, run, first, last))};
  prediction.floor =
      fitting::hanger_scatter(*unseen.recording, training.hanger, unseen.recording->grid.times[first]);
  return prediction;
}

}  // namespace isocloth::experiments
