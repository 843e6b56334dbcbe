#pragma once

/// A path recorded in a CSV file: columns t,x,y,z ([s], [m]), or t,x,y,z,qw,qx,qy,qz with the quaternion that
/// turns the frame of hand or obstacle into the world's; one row per point, the header optional, lines that
/// begin with # and empty lines skipped.

#include <string>

#include "io/scene/tree.hpp"

namespace isocloth::io {

/// The file as the tree of a `polyline` or, where it has quaternions, of `keyframes`, each value with its
/// line of the file; InputError where a row has other columns. Whether they are numbers, and increase, is
/// checked as for any path. `named_at`: where the scene names the file.
Tree read_csv_path(const std::string& file, const Place& named_at, bool relative);

/// As the tree of `keyframes` also where it has no quaternions.
Tree read_csv_poses(const std::string& file, const Place& named_at);

}  // namespace isocloth::io
