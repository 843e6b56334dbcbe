#pragma once

/// One cloud from a file, by its ending: .ply .pcd .xyz .txt .npz.

#include <string>

#include "io/cloud/cloud.hpp"

namespace isocloth::io {

/// Whether the ending is one of the above.
bool is_cloud_file(const std::string& path);

/// Points that are not finite, or exactly at the origin (as cameras mark pixels without depth), are dropped
/// and counted. `scale`: metres per unit of the file. InputError where the file cannot be read.
Cloud read_cloud(const std::string& path, double scale = 1);

/// The same for a cloud that is already in memory.
void drop_invalid_points(Cloud& cloud, double scale);

/// Refuses coordinates that cannot be metres: half the points are farther than 50 m from the origin.
void check_units(const Cloud& cloud, const std::string& path);

}  // namespace isocloth::io
