#include "fitting/camera/depth_image.hpp"

#include <Eigen/Geometry>

#include "io/picture/raster.hpp"

namespace isocloth::fitting {
namespace {

constexpr double kNearest = 0.05;  ///< [m]

/// Light from the camera and a little from everywhere.
io::Rgb lit(const io::Rgb& color, double facing) {
  const double light = 0.35 + 0.65 * facing;
  const auto channel = [&](int k) { return static_cast<std::uint8_t>(light * color[k]); };
  return {channel(0), channel(1), channel(2)};
}

}  // namespace

void draw(const Prop& prop, const io::Camera& camera, DepthImage& image) {
  for (Eigen::Index row = 0; row + 2 < prop.corners.rows(); row += 3) {
    std::array<Vec3, 3> world;
    std::array<Vec2, 3> pixel;
    Vec3 inverse_depth;
    bool in_front = true;
    for (int k = 0; k < 3; ++k) {
      world[k] = prop.corners.row(row + k);
      const Vec3 seen = camera.project(world[k]);
      in_front = in_front && seen.z() > kNearest;
      pixel[k] = seen.head<2>();
      inverse_depth[k] = 1 / seen.z();
    }
    if (!in_front) continue;
    const Vec3 normal = (world[1] - world[0]).cross(world[2] - world[0]).normalized();
    io::rasterize(pixel, image.width, image.height, [&](int x, int y, const Vec3& b) {
      const double depth = 1 / b.dot(inverse_depth);  // 1/z is linear in the picture
      DepthPixel& at = image.pixels[static_cast<std::size_t>(y) * image.width + x];
      if (depth >= static_cast<double>(at.depth)) return;
      const double facing = std::abs(normal.dot(camera.ray(x + 0.5, y + 0.5).normalized()));
      at = {static_cast<float>(depth), static_cast<float>(facing), lit(prop.color, facing)};
    });
  }
}

}  // namespace isocloth::fitting
