#pragma once

#include <limits>

namespace isocloth::test {

/// Rounding of one operation, relative.
inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

}  // namespace isocloth::test
