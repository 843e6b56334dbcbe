#pragma once

/// The studio as an ideal depth camera sees it.

#include "fitting/camera/studio.hpp"
#include "io/camera/depth_image.hpp"
#include "io/picture/camera.hpp"

namespace isocloth::fitting {

using io::DepthImage;
using io::DepthPixel;

/// Draws triangles in front of what is farther. Triangles that reach behind the camera are left out.
void draw(const Prop& prop, const io::Camera& camera, DepthImage& image);

}  // namespace isocloth::fitting
