#pragma once

/// What all panels of a picture share: where things are, how they are seen and lit.

#include <array>
#include <optional>
#include <vector>

#include "io/picture/bodies.hpp"
#include "io/picture/camera.hpp"
#include "io/picture/canvas.hpp"
#include "io/trajectory/surface.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::io {

/// How a side of a triangle is drawn.
enum class Line { none, inner, rim };

struct Stage {
  Camera camera;                 ///< for panels of width × height samples
  int width = 0, height = 0;     ///< [samples]
  int samples = 1;               ///< per pixel in each direction
  double size = 1;               ///< of the whole motion [m]
  Vec3 middle = Vec3::Zero();    ///< of the whole motion
  std::optional<double> ground;  ///< z [m]; none where half-spaces take its place
  Vec3 lamp = Vec3::UnitZ();     ///< unit vector towards the lamp
  double error_range = 0;        ///< area error at the end of the colours [-]; 0: not shown
  double traction_range = 0;     ///< contact force over area at the end of the colours [N/m²]; 0: not shown
  Color front, back;             ///< of the cloth
  std::vector<Triangle> triangles;
  std::vector<std::array<Line, 3>> lines;  ///< per triangle, side k opposite to corner k
  std::vector<Body> bodies;
};

/// Which sides of the triangles are edges of elements, and which of those the rim of the cloth.
std::vector<std::array<Line, 3>> classify_sides(const std::vector<Triangle>& triangles);

inline constexpr unsigned kPaper = 0xffffff;  ///< background, sRGB

}  // namespace isocloth::io
