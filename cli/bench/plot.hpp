#pragma once

/// Cost against size as a small SVG picture, both axes logarithmic.
///
///   cost = real seconds per simulated second ≈ a · nodes^p       p: slope of the straight line through the
///                                                                 points, by least squares of logarithms

#include <string>
#include <vector>

namespace isocloth::cli::bench {

struct CostPoint {
  double nodes = 0;
  double cost = 0;  ///< real seconds per simulated second
};

/// p and a of the fit; at least two points with different numbers of nodes.
struct PowerLaw {
  double exponent = 0;
  double factor = 0;

  double at(double nodes) const;
};
PowerLaw fit_power_law(const std::vector<CostPoint>& points);

/// The whole file: points, their fit, and nodes^1.4 through the largest of them for comparison.
std::string cost_plot(const std::vector<CostPoint>& points);

}  // namespace isocloth::cli::bench
