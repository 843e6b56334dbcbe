#pragma once

/// What a number of steps achieved: counts, and the worst of each error. Errors are fractions.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace isocloth {

struct StepReport;

struct StepTotals {
  std::int64_t steps = 0;
  std::int64_t converged_steps = 0;  ///< of these, how many met the tolerance
  std::int64_t iterations = 0;       ///< linear systems, summed
  double metric_error = 0;           ///< largest relative error of the first fundamental form
  double area_total = 0;             ///< e_t, relative error of the total area
  double area_mean = 0;              ///< e_m, mean relative error of an element's area
  double area_dispersion = 0;        ///< d_a = e_m + 2 standard deviations
  double area_largest = 0;           ///< largest relative error of an element's area
  double edge_error = 0;             ///< largest relative error of an edge's length
  double node_penetration = 0;       ///< deepest that a node was inside an obstacle [m]
  double surface_penetration = 0;    ///< deepest that any point of the cloth was [m]
  double grasp_slip = 0;             ///< largest distance of a held node from where its grasp wanted it [m]

  void add(const StepReport& step);
  void add(const StepTotals& more);

  std::int64_t missed_steps() const { return steps - converged_steps; }
  double converged_share() const { return per_step(converged_steps); }
  double iterations_mean() const { return per_step(iterations); }
  double per_step(std::int64_t sum) const {
    return static_cast<double>(sum) / static_cast<double>(std::max<std::int64_t>(steps, 1));
  }
};

/// The worse of two. What is not finite is as bad as can be, but a number.
inline void raise(double& worst, double value) {
  worst = std::max(worst, std::isfinite(value) ? value : std::numeric_limits<double>::max());
}

}  // namespace isocloth
