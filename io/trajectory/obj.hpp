#pragma once

/// The last frame as a Wavefront mesh, quads kept.

#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// Text of an OBJ file with the nodes at `x` [m], 9 significant digits.
std::string to_obj(const Points& x, const std::vector<Element>& elements);

/// InputError where the trajectory has no frame.
void export_obj(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
