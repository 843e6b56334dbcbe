#pragma once

/// What came out of the experiments that were run: as JSON for scripts, as a page for people.

#include <nlohmann/json_fwd.hpp>

#include "experiments/experiment.hpp"

namespace isocloth::experiments {

/// An experiment that was run.
struct Outcome {
  Experiment experiment;
  Result result;
  double wall = 0;  ///< real time it took [s]

  bool ok() const;
};

/// {"experiments": [{"name", "claims": [{"name", "paper", "value", "band": [low, high], "unit", "ok"}]}]},
/// with null for what the paper does not give, for open ends and for what could not be measured.
nlohmann::ordered_json to_json(const std::vector<Outcome>& outcomes, bool quick);

/// Headline table first, then a section for each experiment.
io::Report to_report(const std::vector<Outcome>& outcomes, bool quick);

}  // namespace isocloth::experiments
