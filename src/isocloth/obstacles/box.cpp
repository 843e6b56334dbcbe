/// Seen from its centre a box is eight times the same corner: the distance to the octant of the box shrunk by
/// its rounding, less the rounding.

#include "isocloth/obstacles/box_surface.hpp"
#include "isocloth/obstacles/octant.hpp"
#include "isocloth/obstacles/shape_checks.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

class Box final : public Shape {
 public:
  Box(const Vec3& size, double rounding) : core_(size / 2 - Vec3::Constant(rounding)), rounding_(rounding) {}

  /// To the nearest face; of several to the first of x, y, z, and to the positive side.
  SignedDistance distance_to(const Vec3& point) const override {
    SignedDistance result = distance_to_octant(point.cwiseAbs() - core_);
    result.distance -= rounding_;
    for (int a = 0; a < 3; ++a) result.normal[a] *= side_of(point[a]);
    return result;
  }
  double inner_radius() const override { return core_.minCoeff() + rounding_; }
  double outer_radius() const override { return core_.norm() + rounding_; }
  Mesh surface(double) const override { return box_surface(core_, rounding_); }

 private:
  Vec3 core_;        ///< half size of the box that is grown by the rounding [m]
  double rounding_;  ///< [m]
};

}  // namespace

std::shared_ptr<const Shape> make_box(const Vec3& size, double rounding) {
  for (int a = 0; a < 3; ++a) require_size(size[a], std::string("size of a box along ") + "xyz"[a]);
  require_rounding(rounding, size.minCoeff(), "a box");
  return std::make_shared<Box>(size, rounding);
}

}  // namespace isocloth
