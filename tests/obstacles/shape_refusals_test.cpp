#include <gtest/gtest.h>

#include <functional>

#include "isocloth/obstacles/shapes.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

TEST(ShapeRefuses, LengthsThatAreNot) {
  using Make = std::function<std::shared_ptr<const Shape>(double)>;
  const std::vector<std::pair<std::string, Make>> all{
      {"radius of a sphere", [](double x) { return make_sphere(x); }},
      {"radius of a capsule", [](double x) { return make_capsule(x, 1); }},
      {"length of a capsule", [](double x) { return make_capsule(1, x); }},
      {"radius of a cylinder", [](double x) { return make_cylinder(x, 1); }},
      {"length of a cylinder", [](double x) { return make_cylinder(1, x); }},
      {"size of a box along x", [](double x) { return make_box(Vec3(x, 1, 1)); }},
      {"size of a box along y", [](double x) { return make_box(Vec3(1, x, 1)); }},
      {"size of a box along z", [](double x) { return make_box(Vec3(1, 1, x)); }},
      {"radius of a torus", [](double x) { return make_torus(x, 1); }},
      {"a radius of an ellipsoid", [](double x) { return make_ellipsoid(Vec3(1, x, 1)); }},
      {"tube_radius of a torus", [](double x) { return make_torus(1, x); }},
      {"extent", [](double x) { return make_half_space(Vec3::Zero(), Vec3::UnitZ())->surface(x), nullptr; }},
  };
  for (const auto& [name, make] : all) {
    for (const double bad : {0.0, -1.0, double(NAN), double(INFINITY), -double(INFINITY)}) {
      EXPECT_REFUSES(make(bad), name);
      EXPECT_REFUSES(make(bad), "must be a finite length > 0 m, got ");
    }
    EXPECT_REFUSES(make(1e10), name);
    EXPECT_REFUSES(make(1e10), "give lengths in metres");
  }
}

TEST(ShapeRefuses, RoundingsThatDoNotFit) {
  for (const double bad : {-1e-9, double(NAN), double(INFINITY)}) {
    EXPECT_REFUSES(make_box(Vec3(1, 1, 1), bad), "rounding of a box must be a finite length >= 0 m, got ");
    EXPECT_REFUSES(make_cylinder(1, 1, bad), "rounding of a cylinder must be a finite length >= 0 m, got ");
  }
  EXPECT_REFUSES(make_box(Vec3(3, 1, 2), 0.51), "at most half its smallest size, 0.5 m, got 0.51");
  EXPECT_REFUSES(make_cylinder(0.2, 1, 0.21), "at most half its smallest size, 0.2 m, got 0.21");
  EXPECT_REFUSES(make_cylinder(2, 0.5, 0.26), "at most half its smallest size, 0.25 m, got 0.26");
  EXPECT_NO_THROW(make_box(Vec3(3, 1, 2), 0.5));
}

TEST(ShapeRefuses, ATorusWithoutAHole) {
  EXPECT_REFUSES(make_torus(0.1, 0.1), "tube_radius of a torus must be smaller than its radius of 0.1 m");
}

TEST(ShapeRefuses, AHalfSpaceWithoutASide) {
  for (const Vec3& bad : {Vec3(0, 0, 0), Vec3(0, NAN, 1), Vec3(INFINITY, 0, 0)})
    EXPECT_REFUSES(make_half_space(Vec3::Zero(), bad), "normal of a half-space must be finite and not zero");
  for (const double bad : {double(NAN), double(INFINITY), 1e300})
    EXPECT_REFUSES(make_half_space(Vec3(0, bad, 0), Vec3::UnitZ()), "point of a half-space must be finite");
}

}  // namespace
}  // namespace isocloth
