#pragma once

/// Rays through a triangle, row by row: see sight.hpp.

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "io/camera/pinhole.hpp"

namespace isocloth::io {

/// Seen under less than this, relative to its size and distance, a triangle is a line [-].
inline constexpr double kEdgeOn = 1e-14;

/// Points as the camera has them, each projected once.
struct SeenPoints {
  Points own;               ///< in the camera's frame [m]
  std::vector<Vec2> pixel;  ///< u, v where `in_front`
  std::vector<char> in_front;

  SeenPoints(Points points, const Pinhole& camera)
      : own(std::move(points)), pixel(static_cast<std::size_t>(own.rows())), in_front(pixel.size()) {
    for (std::size_t i = 0; i < pixel.size(); ++i) {
      const Vec3 q = own.row(static_cast<Eigen::Index>(i));
      in_front[i] = q.z() > camera.nearest ? 1 : 0;
      if (in_front[i] == 0) continue;
      const double per_depth = 1 / q.z();
      pixel[i] = {camera.focal_x * q.x() * per_depth + camera.center_x,
                  camera.focal_y * q.y() * per_depth + camera.center_y};
    }
  }
};

/// The pixels that a triangle may cover: all where it reaches behind the camera.
struct PixelRange {
  int x0 = 0, x1 = 0, y0 = 0, y1 = 0;  ///< from, and up to but without
};

inline PixelRange pixels_of(const SeenPoints& points, const std::array<int, 3>& corner,
                            const Pinhole& camera) {
  const auto in_front = [&](int k) { return points.in_front[static_cast<std::size_t>(corner[k])] != 0; };
  if (!(in_front(0) && in_front(1) && in_front(2))) {
    const bool behind = !(in_front(0) || in_front(1) || in_front(2));
    return behind ? PixelRange{} : PixelRange{0, camera.width, 0, camera.height};
  }
  const auto at = [&](int k) -> const Vec2& { return points.pixel[static_cast<std::size_t>(corner[k])]; };
  const auto from = [](double low, int limit) {
    return low <= 0.5 ? 0 : low >= limit ? limit : static_cast<int>(low - 0.5) + 1;
  };
  const auto to = [](double high, int limit) {
    return high < 0.5 ? 0 : high >= limit ? limit : static_cast<int>(high + 0.5);
  };
  const Vec2 low = at(0).cwiseMin(at(1)).cwiseMin(at(2)), high = at(0).cwiseMax(at(1)).cwiseMax(at(2));
  return {from(low.x(), camera.width), to(high.x(), camera.width), from(low.y(), camera.height),
          to(high.y(), camera.height)};
}

/// Calls visit(x, y, depth, w) for each pixel of a range whose ray meets the triangle `p` of the camera's
/// frame.
template <class Visit>
void visit_triangle(const std::array<Vec3, 3>& p, const PixelRange& range, const Pinhole& camera,
                    Visit&& visit) {
  Eigen::Matrix3d corners;
  corners << p[0], p[1], p[2];
  const double volume = corners.determinant();
  if (!(std::abs(volume) > kEdgeOn * p[0].norm() * p[1].norm() * p[2].norm())) return;
  const Eigen::Matrix3d inverse = corners.inverse();
  const Vec3 per_pixel = inverse.col(0) / camera.focal_x;
  const Vec3 slack = 1e-12 * inverse.cwiseAbs().rowwise().maxCoeff();  // no ray slips between neighbours
  for (int y = range.y0; y < range.y1; ++y) {
    const Vec3 start = inverse * camera.ray(0.5, y + 0.5);
    double from = range.x0, to = range.x1 - 1;
    for (int k = 0; k < 3; ++k) {
      const double need = -slack[k] - start[k];
      if (per_pixel[k] > 0)
        from = std::max(from, std::ceil(need / per_pixel[k]));
      else if (per_pixel[k] < 0)
        to = std::min(to, std::floor(need / per_pixel[k]));
      else if (need > 0)
        to = -1;
    }
    for (int x = static_cast<int>(from); x <= static_cast<int>(to); ++x) {
      const Vec3 w = start + x * per_pixel;
      const double depth = 1 / w.sum();
      if (depth > camera.nearest && depth < camera.farthest) visit(x, y, depth, w);
    }
  }
}

}  // namespace isocloth::io
