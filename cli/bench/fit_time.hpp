#pragma once

/// How long one fit takes: 14 s of an A3 sheet that is shaken, 9×9 nodes at 30 frames per second with a
/// millimetre of noise; virtual mass and damping from three starts, with standard errors, on one core.

#include "output.hpp"

namespace isocloth::cli::bench {

struct FitTime {
  double wall_s = 0;
  int simulations = 0;    ///< of the 7 s that are fitted
  double mass_error = 0;  ///< relative error of what was found [-]
  double damping_error = 0;
};

FitTime measure_fit();

Json to_json(const FitTime& time);
std::string text_of(const FitTime& time);

}  // namespace isocloth::cli::bench
