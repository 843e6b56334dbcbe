#pragma once

/// A trajectory as one picture: several frames side by side, seen by one camera that fits them.

#include "io/picture/image.hpp"
#include "io/picture/options.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// Same input, same bytes. InputError where there is no frame or node, or an option makes no sense.
Image render_frames(const Trajectory& trajectory, const PictureOptions& options = {});

}  // namespace isocloth::io
