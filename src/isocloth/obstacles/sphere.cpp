/// d(p) = |p| − radius.

#include <numbers>

#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/revolve.hpp"
#include "isocloth/obstacles/shape_checks.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

class Sphere final : public Shape {
 public:
  explicit Sphere(double radius) : radius_(radius) {}

  /// Up from the centre.
  SignedDistance distance_to(const Vec3& point) const override {
    SignedDistance result = direction_of(point, Vec3::UnitZ());
    result.distance -= radius_;
    return result;
  }
  std::optional<Eigen::Matrix3d> curvature_at(const Vec3& point) const override {
    const double radius = point.norm();
    if (radius == 0) return std::nullopt;
    return (Eigen::Matrix3d::Identity() - point * point.transpose() / (radius * radius)) / radius;
  }
  double inner_radius() const override { return radius_; }
  bool is_convex() const override { return true; }
  ShapeFormula formula() const override { return {.kind = ShapeFormula::rounded_box, .rounding = radius_}; }
  double outer_radius() const override { return radius_; }
  Mesh surface(double) const override {
    return revolve(arc(Vec2::Zero(), radius_, -std::numbers::pi / 2, std::numbers::pi / 2));
  }

 private:
  double radius_;  ///< [m]
};

}  // namespace

std::shared_ptr<const Shape> make_sphere(double radius) {
  require_size(radius, "radius of a sphere");
  return std::make_shared<Sphere>(radius);
}

}  // namespace isocloth
