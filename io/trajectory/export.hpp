#pragma once

/// A trajectory in the form that another program reads, chosen by the ending of the file's name.

#include <string>
#include <vector>

#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// The endings that are written, ".ict" first.
std::vector<std::string> export_endings();

/// .ict .csv .npz .pvd .vtp .glb .pc2 .obj; InputError that lists them for any other ending.
void export_trajectory(const std::string& path, const Trajectory& trajectory);

}  // namespace isocloth::io
