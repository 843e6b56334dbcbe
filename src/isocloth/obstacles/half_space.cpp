/// d(p) = n · (p − point), the same normal everywhere.

#include <Eigen/Geometry>
#include <limits>

#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/shape_checks.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

class HalfSpace final : public Shape {
 public:
  HalfSpace(const Vec3& point, const Vec3& normal) : point_(point), normal_(normal) {}

  SignedDistance distance_to(const Vec3& point) const override {
    return {normal_.dot(point - point_), normal_};
  }
  std::optional<Eigen::Matrix3d> curvature_at(const Vec3&) const override { return Eigen::Matrix3d::Zero(); }
  double inner_radius() const override { return std::numeric_limits<double>::infinity(); }
  bool is_convex() const override { return true; }
  ShapeFormula formula() const override {
    return {.kind = ShapeFormula::half_space, .core = point_, .normal = normal_};
  }
  double outer_radius() const override { return std::numeric_limits<double>::infinity(); }

  /// A square whose sides lie along the plane's level lines, or along x and y where it is level itself.
  Mesh surface(double extent) const override {
    require_size(extent, "extent of the picture of a half-space");
    const Vec3 level = Vec3::UnitZ().cross(normal_);
    const bool is_level =
        level.norm() < 1e-6;  // [-] the sine of its slope: nobody sees a micrometre per metre
    const Vec3 along = is_level ? (Vec3::UnitX() - normal_.x() * normal_).normalized() : level.normalized();
    const Vec3 across = normal_.cross(along);
    Mesh mesh;
    mesh.x.resize(4, 3);
    mesh.x << (point_ - extent / 2 * (along + across)).transpose(),
        (point_ + extent / 2 * (along - across)).transpose(),
        (point_ + extent / 2 * (along + across)).transpose(),
        (point_ - extent / 2 * (along - across)).transpose();
    mesh.elements = {{0, 1, 2, 3}};
    return mesh;
  }

 private:
  Vec3 point_, normal_;
};

}  // namespace

std::shared_ptr<const Shape> make_half_space(const Vec3& point, const Vec3& normal) {
  require(
      point.cwiseAbs().maxCoeff() <= kLargestCoordinate && point.allFinite(),
      "point of a half-space must be finite and within " + to_text(kLargestCoordinate) + " m of the origin");
  const SignedDistance direction = direction_of(normal, Vec3::Zero());
  require(normal.allFinite() && direction.distance > 0,
          "normal of a half-space must be finite and not zero; give the direction that points out of it");
  return std::make_shared<HalfSpace>(point, direction.normal);
}

}  // namespace isocloth
