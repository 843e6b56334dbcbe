#pragma once

/// A frame before and after, in three panels: what the camera saw; the fate of each point; the points that
/// are left with the grid of nodes among them.
///
/// Fates have colours of their own: kept dark, cut by half-spaces light grey, out of the region blue, of
/// another colour orange, outliers red, islands green.

#include "fitting/meshing/track_clouds.hpp"
#include "io/picture/image.hpp"

namespace isocloth::fitting {

/// `from`: the direction from the cloth towards the viewer. Without nodes the third panel has points only.
io::Image picture_of(const TrackedFrame& frame, const TrackOptions& options, const Vec3& from);

}  // namespace isocloth::fitting
