#pragma once

/// What scene files accept for common quantities.

#include "io/scene/values.hpp"

namespace isocloth::io {

inline constexpr Range kLength{1e-4, 100, "m"};  ///< millimetres given for metres are caught
inline constexpr Range kTime{0, 1e6, "s"};

}  // namespace isocloth::io
