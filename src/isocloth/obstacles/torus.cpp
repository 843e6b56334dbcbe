/// d(p) = |p − c| − tube radius, c the nearest point of the circle in the middle of the tube.

#include <numbers>

#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/revolve.hpp"
#include "isocloth/obstacles/shape_checks.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

class Torus final : public Shape {
 public:
  Torus(double radius, double tube_radius) : radius_(radius), tube_radius_(tube_radius) {}

  /// From the z axis to the part of the circle along +x; from the circle upwards.
  SignedDistance distance_to(const Vec3& point) const override {
    const SignedDistance radial = direction_of(Vec3(point.x(), point.y(), 0), Vec3::UnitX());
    const SignedDistance tube = direction_of(Vec3(radial.distance - radius_, 0, point.z()), Vec3::UnitZ());
    return {tube.distance - tube_radius_, tube.normal.x() * radial.normal + tube.normal.z() * Vec3::UnitZ()};
  }
  double inner_radius() const override { return tube_radius_; }
  double outer_radius() const override { return radius_ + tube_radius_; }
  Mesh surface(double) const override {
    std::vector<Vec2> ring = arc({radius_, 0}, tube_radius_, 0, 2 * std::numbers::pi);
    ring.pop_back();  // the first again
    return revolve_ring(ring);
  }

 private:
  double radius_, tube_radius_;  ///< [m]
};

}  // namespace

std::shared_ptr<const Shape> make_torus(double radius, double tube_radius) {
  require_size(radius, "radius of a torus");
  require_size(tube_radius, "tube_radius of a torus");
  require(tube_radius < radius, "tube_radius of a torus must be smaller than its radius of " +
                                    to_text(radius) + " m, so that it has a hole, got " +
                                    to_text(tube_radius));
  return std::make_shared<Torus>(radius, tube_radius);
}

}  // namespace isocloth
