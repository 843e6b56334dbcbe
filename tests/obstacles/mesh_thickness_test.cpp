#include <gtest/gtest.h>

#include "solids/closed_meshes.hpp"

namespace isocloth {
namespace {

double inner_radius(const Mesh& mesh) { return make_mesh_shape(mesh)->inner_radius(); }

TEST(Thickness, OfABoxIsItsSmallestSize) {
  EXPECT_NEAR(inner_radius(make_box(Vec3(1, 2, 3))->surface(1)), 0.5, 1e-15);
  EXPECT_NEAR(inner_radius(make_box(Vec3(1, 2, 0.01))->surface(1)), 0.005, 1e-15);
}

TEST(Thickness, OfRoundShapesIsTheirRadiusUpToTheTessellation) {
  const double off = 0.01;  // [-] of the radius: chords of 7.5° lie 0.2 % within the arc, across too
  EXPECT_NEAR(inner_radius(make_sphere(1)->surface(1)), 1, off);
  EXPECT_NEAR(inner_radius(make_capsule(0.2, 1)->surface(1)), 0.2, 0.2 * off);
  EXPECT_NEAR(inner_radius(make_torus(1, 0.25)->surface(1)), 0.25, 0.25 * off);
}

TEST(Thickness, OfATetrahedronIsTheBallThatTouchesItsFaces) {
  EXPECT_NEAR(inner_radius(test::tetrahedron()), 1 / std::sqrt(3.0), 1e-15);  // no two faces are opposite
}

TEST(Thickness, OfAHollowBallIsThatOfItsWall) {
  const Mesh ball = make_sphere(1)->surface(1);
  EXPECT_NEAR(inner_radius(test::joined(ball, test::turned_around(test::scaled(ball, 0.9)))), 0.05, 0.002);
}

TEST(Thickness, OfSeveralPiecesIsThatOfTheThinnest) {
  const Mesh box = make_box(Vec3(1, 1, 1))->surface(1);
  EXPECT_NEAR(inner_radius(test::joined(box, test::scaled(box, 0.1, Vec3(3, 0, 0)))), 0.05, 1e-14);
}

}  // namespace
}  // namespace isocloth
