#pragma once

/// Gauss and Newton's method within bounds, damped as Levenberg and Marquardt do: the least sum of squares
///
///   L(θ) = |r(θ)|²,   (JᵀJ + µ diag JᵀJ) s = −Jᵀr,   J = ∂r/∂θ
///
/// J is found by differences where the search begins and where a step does not do what J promised; in between
/// it is mended by what each step showed (Broyden), which costs nothing. Differences are wide: a cloth that
/// noise shakes for seconds owes the small ones to chance, and the slope at a point, exact as it may be, says
/// nothing of where L is least.

#include <functional>

#include "fitting/fit/search.hpp"
#include "isocloth/core/types.hpp"

namespace isocloth::fitting {

/// The least |r|² near `start`. `differences`: by which each coordinate is changed to find J. `residuals` may
/// throw; what it throws leaves this function.
SearchResult minimize_squares(const std::function<Vector(const std::vector<double>&)>& residuals,
                              std::vector<double> start, const std::vector<double>& low,
                              const std::vector<double>& high, const std::vector<double>& differences,
                              const SearchOptions& options);

}  // namespace isocloth::fitting
