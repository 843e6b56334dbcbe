#pragma once

/// What stands around the cloth in a laboratory: a hanger with clamps that hide the held corners, the robot
/// above and behind it, a wall, a table, and a stand beside the cloth. All of it is boxes.

#include <vector>

#include "fitting/camera/reality.hpp"
#include "io/cloud/cloud.hpp"

namespace isocloth::fitting {

/// Triangles of one colour.
struct Prop {
  Points corners;  ///< three rows a triangle [m]
  io::Rgb color{};
};

/// The cloth itself, each quad as two triangles.
Prop cloth_prop(const Reality& reality, const Points& x, const io::Rgb& color);

/// Everything else; the hanger and the robot have moved by `displacement` [m].
std::vector<Prop> studio_props(const RealityOptions& options, const Vec3& displacement);

/// Something that goes to and fro before the cloth, once in 7 s: an arm of 4 cm, halfway to the camera.
Prop passing_prop(const RealityOptions& options, double time);

}  // namespace isocloth::fitting
