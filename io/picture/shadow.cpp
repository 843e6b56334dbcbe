#include "io/picture/shadow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "io/picture/raster.hpp"

namespace isocloth::io {

namespace {

constexpr double kFree = 0.2;          ///< share of the map left free around all, room for the blur
constexpr double kGroundBlur = 0.035;  ///< radius of the ground shadow's soft rim, share of the scene's size
constexpr float kNothing = -std::numeric_limits<float>::infinity();

/// Mean over 2r + 1 neighbours along the rows of a square (along = 1) or its columns (across = 1).
void box_blur(std::vector<float>& cells, int side, int radius, int along, int across) {
  std::vector<float> line(static_cast<std::size_t>(side));
  for (int row = 0; row < side; ++row) {
    float* start = &cells[static_cast<std::size_t>(row) * across];
    for (int i = 0; i < side; ++i) line[i] = start[static_cast<std::size_t>(i) * along];
    double sum = 0;
    for (int i = 0; i <= std::min(radius, side - 1); ++i) sum += line[i];
    for (int i = 0; i < side; ++i) {
      start[static_cast<std::size_t>(i) * along] = static_cast<float>(sum / (2 * radius + 1));
      if (i + radius + 1 < side) sum += line[i + radius + 1];
      if (i - radius >= 0) sum -= line[i - radius];
    }
  }
}

}  // namespace

Shadow::Shadow(const Points& x, const std::vector<Triangle>& triangles, const Vec3& towards_lamp, double size,
               int cells)
    : lamp_(towards_lamp),
      size_(size),
      cells_(cells),
      height_(static_cast<std::size_t>(cells) * cells, kNothing),
      cover_(height_.size(), 0.0f) {
  side_ = lamp_.unitOrthogonal();
  other_ = lamp_.cross(side_);
  if (x.rows() == 0) return;  // nothing throws a shadow
  Points local(x.rows(), 3);
  local.col(0) = x * side_;
  local.col(1) = x * other_;
  local.col(2) = x * lamp_;
  const Eigen::RowVector3d low = local.colwise().minCoeff(), high = local.colwise().maxCoeff();
  const double extent = std::max({high[0] - low[0], high[1] - low[1], 0.25 * size});
  cell_ = extent * (1 + 2 * kFree) / cells_;
  corner_ = 0.5 * (low + high).head<2>().transpose() - Vec2::Constant(0.5 * cell_ * cells_);
  for (const Triangle& triangle : triangles) {
    std::array<Vec2, 3> corners;
    Vec3 heights;
    for (int k = 0; k < 3; ++k) {
      corners[k] = (local.row(triangle.nodes[k]).head<2>().transpose() - corner_) / cell_;
      heights[k] = local(triangle.nodes[k], 2);
    }
    rasterize(corners, cells_, cells_, [&](int i, int j, const Vec3& b) {
      float& height = height_[static_cast<std::size_t>(j) * cells_ + i];
      height = std::max(height, static_cast<float>(b.dot(heights)));
      cover_[static_cast<std::size_t>(j) * cells_ + i] = 1;
    });
  }
  blur_cover();
}

/// Three box blurs are close to a Gaussian.
void Shadow::blur_cover() {
  const int radius = std::clamp(static_cast<int>(kGroundBlur * size_ / cell_), 1, cells_ / 8);
  for (int pass = 0; pass < 3; ++pass) {
    box_blur(cover_, cells_, radius, 1, cells_);
    box_blur(cover_, cells_, radius, cells_, 1);
  }
}

Vec3 Shadow::in_map(const Vec3& point) const {
  return {(side_.dot(point) - corner_.x()) / cell_, (other_.dot(point) - corner_.y()) / cell_,
          lamp_.dot(point)};
}

float Shadow::height_at(int x, int y) const {
  if (x < 0 || y < 0 || x >= cells_ || y >= cells_) return kNothing;
  return height_[static_cast<std::size_t>(y) * cells_ + x];
}

float Shadow::light_on_surface(const Vec3& point, const Vec3& normal) const {
  constexpr int kReach = 6,
                kStride = 2;  // [cells] half the width of a shadow's rim, and between samples of it
  // step off the surface: the map knows heights only to a cell, and more so where the light grazes
  const Vec3 at = in_map(point + normal * (1.5 * kReach * cell_));
  const int x = static_cast<int>(std::floor(at.x())), y = static_cast<int>(std::floor(at.y()));
  int lit = 0, all = 0;
  for (int j = -kReach; j <= kReach; j += kStride) {
    for (int i = -kReach; i <= kReach; i += kStride) {
      ++all;
      lit += height_at(x + i, y + j) <= at.z() + 0.01 * size_;
    }
  }
  return static_cast<float>(lit) / static_cast<float>(all);
}

float Shadow::shade_on_ground(const Vec3& point) const {
  const Vec3 at = in_map(point);
  const double u = at.x() - 0.5, v = at.y() - 0.5;
  if (!(u >= 0 && v >= 0 && u < cells_ - 1 && v < cells_ - 1)) return 0;
  const int i = static_cast<int>(u), j = static_cast<int>(v);
  const auto s = static_cast<float>(u - i), t = static_cast<float>(v - j);
  const float* cell = &cover_[static_cast<std::size_t>(j) * cells_ + i];
  return (1 - t) * ((1 - s) * cell[0] + s * cell[1]) + t * ((1 - s) * cell[cells_] + s * cell[cells_ + 1]);
}

}  // namespace isocloth::io
