#include <gtest/gtest.h>

#include "isocloth/obstacles/shapes.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

/// A sphere of 1 m, whose normal is of any length and not a number at the centre.
ImplicitShape implicit_ball() {
  ImplicitShape shape;
  shape.distance_to = [](const Vec3& p) {
    return SignedDistance{p.norm() - 1, p * (3 / std::pow(p.norm(), 2))};
  };
  shape.inner_radius = shape.outer_radius = 1;
  return shape;
}

TEST(ImplicitShape, HasTheUsersDistanceAndUnitNormals) {
  const auto shape = make_implicit_shape(implicit_ball());
  const SignedDistance at = shape->distance_to(Vec3(0, 0.6, 0.8) * 5);
  EXPECT_NEAR(at.distance, 4, 1e-15);
  EXPECT_LE((at.normal - Vec3(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_EQ(shape->inner_radius(), 1);
  EXPECT_EQ(shape->outer_radius(), 1);
  EXPECT_EQ(shape->surface(1).element_count(), 0);
}

TEST(ImplicitShape, LetsNoNormalThroughThatIsNotANumber) {
  EXPECT_EQ(make_implicit_shape(implicit_ball())->distance_to(Vec3::Zero()).normal, Vec3::UnitZ());
}

TEST(ImplicitShape, RefusesADistanceThatIsNotANumberWhereItIsAsked) {
  ImplicitShape shape = implicit_ball();
  shape.distance_to = [](const Vec3& p) { return SignedDistance{std::sqrt(p.x()), Vec3::UnitX()}; };
  const auto made = make_implicit_shape(shape);
  EXPECT_EQ(made->distance_to(Vec3(4, 0, 0)).distance, 2);
  EXPECT_REFUSES(made->distance_to(Vec3(-1, 2, 0)), "at (-1, 2, 0); make it finite everywhere");
}

TEST(ImplicitShape, RefusesWhatIsMissing) {
  ImplicitShape shape = implicit_ball();
  shape.distance_to = nullptr;
  EXPECT_REFUSES(make_implicit_shape(shape), "needs its function distance_to");
  for (const double bad : {0.0, -1.0, double(NAN)}) {
    shape = implicit_ball();
    shape.inner_radius = bad;
    EXPECT_REFUSES(make_implicit_shape(shape), "inner_radius of an implicit shape must be a length > 0 m");
    shape = implicit_ball();
    shape.outer_radius = bad;
    EXPECT_REFUSES(make_implicit_shape(shape), "outer_radius of an implicit shape must be a length > 0 m");
  }
  shape = implicit_ball();
  shape.surface = make_sphere(1)->surface(1);
  EXPECT_NO_THROW(make_implicit_shape(shape));
  shape.surface.elements[3][0] = 99999;
  EXPECT_REFUSES(make_implicit_shape(shape), "element 3 names node 99999");
}

}  // namespace
}  // namespace isocloth
