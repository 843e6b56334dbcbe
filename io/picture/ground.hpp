#pragma once

/// The ground: a pale disc with a grid and the cloth's soft shadow, fading into the paper.

#include "io/picture/canvas.hpp"
#include "io/picture/shadow.hpp"
#include "io/picture/stage.hpp"

namespace isocloth::io {

/// Draws nothing where the camera is below the ground.
void draw_ground(Canvas& canvas, const Stage& stage, const Shadow& shadow);

}  // namespace isocloth::io
