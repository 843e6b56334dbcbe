#pragma once

/// Nelder and Mead's simplex method within bounds, from NLopt.

#include <functional>
#include <vector>

namespace isocloth::fitting {

struct SearchOptions {
  double step = 0.3;             ///< size of the first simplex, in every direction
  double tolerance = 1e-3;       ///< ends where the simplex is smaller in every direction …
  double loss_tolerance = 1e-9;  ///< … or its values differ by less than this share
  int max_evaluations = 200;
};

struct SearchResult {
  std::vector<double> x;
  double loss = 0;
  int evaluations = 0;
  bool converged = false;  ///< false: max_evaluations were reached
};

/// The least value near `start`. `loss` may throw; what it throws leaves this function.
SearchResult minimize(const std::function<double(const std::vector<double>&)>& loss,
                      std::vector<double> start, const std::vector<double>& low,
                      const std::vector<double>& high, const SearchOptions& options);

}  // namespace isocloth::fitting
