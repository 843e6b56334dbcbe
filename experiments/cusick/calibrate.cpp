#include "experiments/cusick/series.hpp"

#include <cmath>

namespace isocloth::experiments::cusick {

double calibrate_bending(double target, const std::function<double(double bending)>& coefficient_at) {
  constexpr int kMostTrials = 14;  // more would measure the scatter of specimens
  double low = std::log(kSoftest), high = std::log(kStiffest);
  double below = coefficient_at(kSoftest) - target, above = coefficient_at(kStiffest) - target;
  double middle = low;
  int kept = 0;  // end that stayed: −1 low, 1 high
  for (int trial = 0; trial < kMostTrials; ++trial) {
    middle = low + (high - low) * below / (below - above);
    const double error = coefficient_at(std::exp(middle)) - target;
    if (std::abs(error) < kCalibrationError) break;
    if (error < 0) {
      low = middle, below = error;
      if (kept == 1) above /= 2;
      kept = 1;
    } else {
      high = middle, above = error;
      if (kept == -1) below /= 2;
      kept = -1;
    }
  }
  return std::exp(middle);
}

}  // namespace isocloth::experiments::cusick
