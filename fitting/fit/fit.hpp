#pragma once

/// Parameters of a cloth from recordings of it: the values that minimise
///
///   L(θ) = mean over the recordings of Σ_i w_i e_i(θ)²      i: frames of the first half (errors.hpp)
///
/// from several starts, side by side on threads: each roughly, the best of them to the end; the result is the
/// same for any number of threads. How well they are known follows from the curvature of L (uncertainty.hpp).
/// [Coltraro et al., "Parameter fitting": δ and α with ρ = 1]

#include <functional>

#include "fitting/fit/loss.hpp"
#include "fitting/fit/parameters.hpp"
#include "fitting/fit/search.hpp"

namespace isocloth::fitting {

struct FitProgress {
  int evaluations = 0;         ///< so far, of all starts
  double best = 0;             ///< √L of the best so far [m]
  std::vector<double> values;  ///< of the parameters at the best
};

struct FitOptions {
  std::vector<Parameter> parameters{Parameter::virtual_mass, Parameter::damping};
  TrialParameters base{};  ///< of what is not fitted; ρ = 1 kg/m² as in the paper
  bool offset = false;     ///< find also the shift of the held nodes; with a hanger only
  double share = 0.5;      ///< of each recording that is fitted; the rest is for the prediction
  int starts = 3;          ///< at most kMostStarts
  int threads = 1;
  SearchOptions search{};
  bool uncertainty = true;
  std::function<void(const FitProgress&)> on_progress{};  ///< called by one thread at a time
};
inline constexpr int kMostStarts = 5;

struct FittedParameter {
  Parameter parameter;
  double value = 0;
  double standard_error = 0;  ///< in the unit of the value; NaN where the curvature does not tell
  bool identifiable = true;
};

struct FitResult {
  std::vector<FittedParameter> parameters{};
  TrialParameters best{};  ///< to simulate with
  double loss = 0;         ///< L [m²]
  int evaluations = 0;
  double wall_s = 0;
  std::vector<double> start_losses{};   ///< where each start ended [m²]
  std::vector<std::string> warnings{};  ///< sentences
};

/// InputError where the options make no sense.
FitResult fit(const std::vector<const Trial*>& trials, const FitOptions& options = {});

}  // namespace isocloth::fitting
