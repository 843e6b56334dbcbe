/// Seen in the half-plane (ρ, |z|) a cylinder is one corner of a box: the distance to the octant of the
/// cylinder shrunk by its rounding, less the rounding.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/revolve.hpp"
#include "isocloth/obstacles/shape_checks.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

class Cylinder final : public Shape {
 public:
  Cylinder(double radius, double length, double rounding)
      : core_radius_(radius - rounding), core_half_length_(length / 2 - rounding), rounding_(rounding) {}

  /// From the axis along +x; where the mantle and an end are equally near, to the mantle; then to the upper
  /// end.
  SignedDistance distance_to(const Vec3& point) const override {
    const SignedDistance radial = direction_of(Vec3(point.x(), point.y(), 0), Vec3::UnitX());
    const SignedDistance corner =
        distance_to_octant(Vec3(radial.distance - core_radius_, -std::numeric_limits<double>::infinity(),
                                std::abs(point.z()) - core_half_length_));
    const Vec3 end = side_of(point.z()) * Vec3::UnitZ();
    return {corner.distance - rounding_, corner.normal.x() * radial.normal + corner.normal.z() * end};
  }
  double inner_radius() const override { return std::min(core_radius_, core_half_length_) + rounding_; }
  bool is_convex() const override { return true; }
  ShapeFormula formula() const override {
    return {.kind = ShapeFormula::rounded_cylinder,
            .core = {core_radius_, 0, core_half_length_},
            .rounding = rounding_};
  }
  double outer_radius() const override { return std::hypot(core_radius_, core_half_length_) + rounding_; }
  Mesh surface(double) const override {
    const double quarter = std::numbers::pi / 2, half_length = core_half_length_ + rounding_;
    std::vector<Vec2> profile{{0, -half_length}};
    for (const double side : {-1.0, 1.0}) {
      const Vec2 centre(core_radius_, side * core_half_length_);
      const std::vector<Vec2> edge =
          arc(centre, rounding_, std::min(0.0, side * quarter), std::max(0.0, side * quarter));
      profile.insert(profile.end(), edge.begin(), edge.end());
    }
    profile.push_back({0, half_length});
    return revolve(profile);
  }

 private:
  double core_radius_, core_half_length_, rounding_;  ///< [m]
};

}  // namespace

std::shared_ptr<const Shape> make_cylinder(double radius, double length, double rounding) {
  require_size(radius, "radius of a cylinder");
  require_size(length, "length of a cylinder");
  require_rounding(rounding, std::min(2 * radius, length), "a cylinder");
  return std::make_shared<Cylinder>(radius, length, rounding);
}

}  // namespace isocloth
