#pragma once

/// What scene files accept for common quantities.

#include "io/scene/values.hpp"

namespace isocloth::io {

inline constexpr Range kLength{1e-4, 100, "m"};  ///< millimetres given for metres are caught
inline constexpr Range kTime{0, 1e6, "s"};
inline constexpr double kMaxSteps = 1e7;  ///< of a run: a day at 10 ms; more is a slip of the finger

}  // namespace isocloth::io
