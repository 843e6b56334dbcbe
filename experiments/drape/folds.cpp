#include <algorithm>
#include <cmath>

#include "experiments/drape/drape.hpp"

namespace isocloth::experiments {
namespace {

constexpr double kFoldHeight = 0.0015;  ///< [m] of the rim, outwards, for a fold to count

}  // namespace

/// Walks around from the innermost node and counts a fold whenever the rim has come in by kFoldHeight after
/// having gone out by as much.
int count_folds(const Points& x, const std::vector<int>& rim) {
  std::vector<double> radius;
  for (const int node : rim) radius.push_back(std::hypot(x(node, 0), x(node, 1)));
  std::rotate(radius.begin(), std::min_element(radius.begin(), radius.end()), radius.end());
  radius.push_back(radius.front());
  int folds = 0;
  double low = radius.front(), high = radius.front();
  for (const double r : radius) {
    high = std::max(high, r);
    if (high - low >= kFoldHeight) {
      if (high - r >= kFoldHeight) ++folds, low = high = r;
    } else if (r < low) {
      low = high = r;
    }
  }
  return folds;
}

DrapeMean mean_of(const std::vector<Drape>& drapes) {
  DrapeMean mean;
  const auto count = static_cast<double>(drapes.size());
  for (const Drape& drape : drapes) {
    mean.coefficient += drape.coefficient / count;
    mean.folds += drape.folds / count;
    mean.at_rest = mean.at_rest && drape.at_rest;
    mean.dispersion = std::max(mean.dispersion, drape.dispersion);
    mean.total_area_error = std::max(mean.total_area_error, drape.total_area_error);
  }
  for (const Drape& drape : drapes) mean.spread += std::pow(drape.coefficient - mean.coefficient, 2) / count;
  mean.spread = std::sqrt(mean.spread);
  return mean;
}

}  // namespace isocloth::experiments
