/// A user's function, held to what shape.hpp promises: finite distances and unit normals.

#include <cmath>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/check_elements.hpp"
#include "isocloth/obstacles/direction.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

class Implicit final : public Shape {
 public:
  explicit Implicit(ImplicitShape shape) : shape_(std::move(shape)) {}

  /// A normal that is zero or not finite, as p / |p| is at the centre of a sphere, becomes +z.
  SignedDistance distance_to(const Vec3& point) const override {
    SignedDistance result = shape_.distance_to(point);
    if (!std::isfinite(result.distance))
      throw InputError("distance_to of an implicit shape gives " + to_text(result.distance) + " at (" +
                       to_text(point.x()) + ", " + to_text(point.y()) + ", " + to_text(point.z()) +
                       "); make it finite everywhere");
    if (!result.normal.allFinite()) result.normal.setZero();
    result.normal = direction_of(result.normal, Vec3::UnitZ()).normal;
    return result;
  }
  double inner_radius() const override { return shape_.inner_radius; }
  double outer_radius() const override { return shape_.outer_radius; }
  Mesh surface(double) const override { return shape_.surface; }

 private:
  ImplicitShape shape_;
};

}  // namespace

std::shared_ptr<const Shape> make_implicit_shape(ImplicitShape shape) {
  require(shape.distance_to != nullptr, "an implicit shape needs its function distance_to");
  require(shape.inner_radius > 0,
          "inner_radius of an implicit shape must be a length > 0 m, got " + to_text(shape.inner_radius));
  require(shape.outer_radius > 0,
          "outer_radius of an implicit shape must be a length > 0 m, got " + to_text(shape.outer_radius));
  if (!shape.surface.elements.empty()) check_elements(shape.surface);
  return std::make_shared<Implicit>(std::move(shape));
}

}  // namespace isocloth
