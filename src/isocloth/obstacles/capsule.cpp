/// d(p) = |p − c| − radius, c the nearest point of the segment on the axis.

#include <algorithm>
#include <numbers>

#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/revolve.hpp"
#include "isocloth/obstacles/shape_checks.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

class Capsule final : public Shape {
 public:
  Capsule(double radius, double length) : radius_(radius), half_length_(length / 2) {}

  /// Along +x from the segment.
  SignedDistance distance_to(const Vec3& point) const override {
    const double nearest = std::clamp(point.z(), -half_length_, half_length_);
    SignedDistance result = direction_of(Vec3(point.x(), point.y(), point.z() - nearest), Vec3::UnitX());
    result.distance -= radius_;
    return result;
  }
  double inner_radius() const override { return radius_; }
  bool is_convex() const override { return true; }
  ShapeFormula formula() const override {
    return {.kind = ShapeFormula::rounded_box, .core = {0, 0, half_length_}, .rounding = radius_};
  }
  double outer_radius() const override { return half_length_ + radius_; }
  Mesh surface(double) const override {
    std::vector<Vec2> profile = arc({0, -half_length_}, radius_, -std::numbers::pi / 2, 0);
    const std::vector<Vec2> upper = arc({0, half_length_}, radius_, 0, std::numbers::pi / 2);
    profile.insert(profile.end(), upper.begin(), upper.end());
    return revolve(profile);
  }

 private:
  double radius_, half_length_;  ///< [m]
};

}  // namespace

std::shared_ptr<const Shape> make_capsule(double radius, double length) {
  require_size(radius, "radius of a capsule");
  require_size(length, "length of a capsule");
  return std::make_shared<Capsule>(radius, length);
}

}  // namespace isocloth
