#pragma once

/// Triangles to pixels. A pixel belongs to a triangle where its centre is inside; edges by barycentric
/// coordinates.

#include <algorithm>
#include <array>
#include <cmath>

#include "isocloth/core/types.hpp"

namespace isocloth::io {

/// Calls visit(x, y, b) for each pixel inside the triangle and the width × height pixels; b are the
/// barycentric coordinates in the picture plane. Corners are in pixels and may lie outside, but must be
/// finite.
template <typename Visit>
void rasterize(const std::array<Vec2, 3>& p, int width, int height, Visit&& visit) {
  const Vec2 u = p[1] - p[0], v = p[2] - p[0];
  const double area = u.x() * v.y() - u.y() * v.x();
  if (!(std::abs(area) > 1e-12)) return;  // seen from its side
  const auto clamp = [](double value, int limit) {
    return static_cast<int>(std::clamp(value, 0.0, double(limit)));
  };
  const auto [low_x, high_x] = std::minmax({p[0].x(), p[1].x(), p[2].x()});
  const auto [low_y, high_y] = std::minmax({p[0].y(), p[1].y(), p[2].y()});
  const int x0 = clamp(low_x, width), x1 = clamp(high_x + 1, width);
  const int y0 = clamp(low_y, height), y1 = clamp(high_y + 1, height);
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      const Vec2 d = Vec2(x + 0.5, y + 0.5) - p[0];
      const double b1 = (d.x() * v.y() - d.y() * v.x()) / area, b2 = (u.x() * d.y() - u.y() * d.x()) / area;
      const double b0 = 1 - b1 - b2;
      if (b0 >= 0 && b1 >= 0 && b2 >= 0) visit(x, y, Vec3(b0, b1, b2));
    }
  }
}

}  // namespace isocloth::io
