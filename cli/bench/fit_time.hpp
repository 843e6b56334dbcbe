#pragma once

/// How long one fit takes: 14 s of an A3 sheet that is shaken, 9×9 nodes at 30 frames per second with a
/// millimetre of noise; virtual mass and damping from three starts, with standard errors, on one core. By
/// Gauss and Newton's method, as `isocloth fit` does, and beside it by Nelder and Mead's.

#include "output.hpp"

namespace isocloth::cli::bench {

struct FitTime {
  const char* method = "";
  double wall_s = 0;
  int simulations = 0;    ///< of the 7 s that are fitted
  double mass_error = 0;  ///< relative error of what was found [-]
  double damping_error = 0;
  double error_m = 0;      ///< √L where it ended [m]
  double predicted_m = 0;  ///< √L of the other half, which was not fitted [m]

  /// Medians of both with parameters that differ by up to a ten-thousandth, which no recording could tell:
  /// the motion is chaotic, and what it is for one value of them is luck.
  double typical_m = 0, typical_predicted_m = 0;
  double luckiest_m = 0;  ///< least of what was fitted among them
};

/// Gauss and Newton's method first.
std::vector<FitTime> measure_fit();

Json to_json(const std::vector<FitTime>& times);
std::string text_of(const std::vector<FitTime>& times);

}  // namespace isocloth::cli::bench
