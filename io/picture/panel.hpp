#pragma once

/// One frame on its stage: ground, obstacles, cloth, held nodes.

#include <vector>

#include "io/picture/canvas.hpp"
#include "io/picture/stage.hpp"

namespace isocloth::io {

/// `held` are the nodes to mark. Hidden parts are found by a depth buffer; normals are interpolated per
/// pixel.
Canvas draw_panel(const TrajectoryInfo& info, const Frame& frame, const std::vector<int>& held,
                  const Stage& stage);

}  // namespace isocloth::io
