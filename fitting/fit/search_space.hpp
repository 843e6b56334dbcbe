#pragma once

/// The space in which a fit searches: coordinates (logarithms of most values), their bounds and starts, and
/// what a point means.

#include "fitting/fit/fit.hpp"

namespace isocloth::fitting {

class SearchSpace {
 public:
  /// `options` must outlive it.
  explicit SearchSpace(const FitOptions& options);

  TrialParameters at(const std::vector<double>& point) const;
  std::vector<double> start(int number) const;

  const std::vector<double>& low() const { return low_; }
  const std::vector<double>& high() const { return high_; }
  const std::vector<double>& differences() const { return differences_; }
  const std::vector<double>& wide_differences() const { return wide_; }

  /// Whether a coordinate is as good as at one of its bounds.
  bool at_bound(const std::vector<double>& point, std::size_t k) const;

 private:
  const FitOptions& options_;
  std::vector<double> low_, high_, start_, differences_, wide_;
};

}  // namespace isocloth::fitting
