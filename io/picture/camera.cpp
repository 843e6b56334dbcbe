#include "io/picture/camera.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace isocloth::io {

namespace {

/// Bounds max(s − t z) and max(−s − t z) over the points, s across and z along the view.
struct Extent {
  double high = -std::numeric_limits<double>::infinity(), low = high;
  void add(double across, double along, double tangent) {
    high = std::max(high, across - tangent * along);
    low = std::max(low, -across - tangent * along);
  }
  double shift() const { return 0.5 * (high - low); }
  double distance(double tangent, double smallest) const {
    return std::max(high + low, smallest) / (2 * tangent);
  }
};

Camera looking_along(const Vec3& towards_camera) {
  Camera camera;
  camera.forward = -towards_camera.normalized();
  const Vec3 aside = camera.forward.cross(Vec3::UnitZ());
  camera.right = aside.norm() > 1e-6 ? aside.normalized() : Vec3::UnitX();  // straight from above or below
  camera.up = camera.right.cross(camera.forward);
  return camera;
}

}  // namespace

Vec3 Camera::project(const Vec3& point) const {
  const Vec3 d = point - position;
  const double depth = d.dot(forward);
  const double scale = focal / depth;
  return {center_x + scale * d.dot(right), center_y - scale * d.dot(up), depth};
}

Vec3 Camera::ray(double x, double y) const {
  return forward + right * ((x - center_x) / focal) - up * ((y - center_y) / focal);
}

Vec2 seen_extent(const std::vector<const Points*>& clouds, const Vec3& direction) {
  const Camera camera = looking_along(direction);
  Extent x, y;
  for (const Points* cloud : clouds) {
    for (Eigen::Index i = 0; i < cloud->rows(); ++i) {
      x.add(cloud->row(i).dot(camera.right), 0, 0);
      y.add(cloud->row(i).dot(camera.up), 0, 0);
    }
  }
  return {x.high + x.low, y.high + y.low};
}

Camera fit_camera(const std::vector<const Points*>& clouds, const View& view, double smallest) {
  Camera camera = looking_along(view.direction);
  camera.focal = 0.5 * std::max(view.width, view.height) / std::tan(0.5 * view.field_of_view);
  camera.center_x = 0.5 * view.width;
  camera.center_y = 0.5 * view.height;
  const double inside = 1 - 2 * view.margin;
  const double tan_x = inside * 0.5 * view.width / camera.focal,
               tan_y = inside * 0.5 * view.height / camera.focal;

  const Vec3 origin = clouds.front()->row(0);
  Extent x, y;
  for (const Points* cloud : clouds) {
    for (Eigen::Index i = 0; i < cloud->rows(); ++i) {
      const Vec3 d = cloud->row(i).transpose() - origin;
      x.add(d.dot(camera.right), d.dot(camera.forward), tan_x);
      y.add(d.dot(camera.up), d.dot(camera.forward), tan_y);
    }
  }
  const double back = std::max(x.distance(tan_x, smallest), y.distance(tan_y, smallest));
  camera.position = origin + x.shift() * camera.right + y.shift() * camera.up - back * camera.forward;
  return camera;
}

}  // namespace isocloth::io
