#pragma once

/// The ground, or the plane of a half-space: a pale disc with a grid and soft shadows, fading into the paper.

#include <vector>

#include "io/picture/canvas.hpp"
#include "io/picture/shadow.hpp"
#include "io/picture/stage.hpp"

namespace isocloth::io {

/// Draws the plane where it is nearer than `depth` [m], per sample, and sets that where the plane is solid.
/// Nothing where the camera sees it from behind.
void draw_plane(Canvas& canvas, std::vector<double>& depth, const Stage& stage, const Plane& plane,
                bool solid, const Shadow& shadow);

}  // namespace isocloth::io
