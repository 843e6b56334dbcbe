#pragma once

/// Nelder and Mead's simplex method within bounds, from NLopt.

#include <functional>

#include "fitting/fit/search.hpp"

namespace isocloth::fitting {

/// The least value near `start`. `loss` may throw; what it throws leaves this function.
SearchResult minimize(const std::function<double(const std::vector<double>&)>& loss,
                      std::vector<double> start, const std::vector<double>& low,
                      const std::vector<double>& high, const SearchOptions& options);

}  // namespace isocloth::fitting
