#pragma once

/// Positions as a table: header `t,x0,y0,z0,x1,…`, one row per frame, [s] and [m], 9 significant digits.

#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

void export_csv(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
