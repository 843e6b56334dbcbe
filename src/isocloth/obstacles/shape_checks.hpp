#pragma once

/// Arguments that shapes refuse, in one wording.

#include <cmath>
#include <string>

#include "isocloth/mesh/check_elements.hpp"
#include "isocloth/mesh/generator_checks.hpp"

namespace isocloth {

/// A finite length above 0, and not so large that its powers overflow.
inline void require_size(double value, const std::string& name) {
  require_length(value, name);
  require(value <= kLargestCoordinate, name + " must be at most " + to_text(kLargestCoordinate) + " m, got " +
                                           to_text(value) + "; give lengths in metres");
}

/// Rounding takes the place of the edges, so twice its radius must fit into the smallest size [m].
inline void require_rounding(double rounding, double smallest_size, const std::string& name) {
  require(rounding >= 0 && std::isfinite(rounding),
          "rounding of " + name + " must be a finite length >= 0 m, got " + to_text(rounding));
  require(2 * rounding <= smallest_size, "rounding of " + name + " must be at most half its smallest size, " +
                                             to_text(smallest_size / 2) + " m, got " + to_text(rounding));
}

}  // namespace isocloth
