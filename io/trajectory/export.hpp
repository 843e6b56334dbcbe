#pragma once

/// A trajectory in the form that another program reads, chosen by the ending of the file's name.

#include <string>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// .ict .csv .npz .pvd .vtp .glb .pc2 .obj; InputError that lists them for any other ending.
void export_trajectory(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
