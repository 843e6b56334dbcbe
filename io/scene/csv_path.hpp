#pragma once

/// A path recorded in a CSV file: columns t,x,y,z ([s], [m]), one row per point, the header optional, lines
/// that begin with # and empty lines skipped.

#include <string>

#include "io/scene/tree.hpp"

namespace isocloth::io {

/// The file as the tree of a `polyline`, each value with its line of the file; InputError where a row has not
/// four columns. Whether they are numbers, and increase, is checked as for any polyline. `named_at`: where
/// the scene names the file.
Tree read_csv_path(const std::string& file, const Place& named_at, bool relative);

/// The same for poses, as the tree of `keyframes`: columns t,x,y,z, or t,x,y,z,qw,qx,qy,qz with the
/// quaternion that turns the obstacle's own frame into the world.
Tree read_csv_poses(const std::string& file, const Place& named_at);

}  // namespace isocloth::io
