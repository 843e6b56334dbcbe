#include "isocloth/solids/convex_hull.hpp"

#include <gtest/gtest.h>

#include "isocloth/obstacles/shapes.hpp"
#include "isocloth/solids/solid_mesh.hpp"
#include "solids/closed_meshes.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

/// The tolerance of the hull, of an extent of up to 4 m, and a few roundings [m].
constexpr double kWithin = 5e-9;

TEST(ConvexHull, HoldsAllPointsAndIsClosedAndConvex) {
  for (const auto& [name, mesh] : test::closed_meshes()) {
    const Mesh hull = convex_hull(mesh.x);
    const SolidMesh solid = make_solid_mesh(hull);  // refuses what is open or inside out
    for (int t = 0; t < solid.mesh.element_count(); ++t)
      for (int i = 0; i < mesh.node_count(); ++i)
        EXPECT_LE(solid.normal[t].dot(Vec3(mesh.x.row(i)) - solid.corner(t, 0)), kWithin) << name;
  }
}

TEST(ConvexHull, OfAConvexMeshIsTheMesh) {
  for (const auto& shape : {make_sphere(0.5), make_box({1, 2, 3}), make_capsule(0.2, 1)}) {
    const Mesh mesh = shape->surface(1);
    const double volume = make_solid_mesh(mesh).volume;
    EXPECT_NEAR(make_solid_mesh(convex_hull(mesh.x)).volume, volume, 1e-6 * volume);
  }
}

TEST(ConvexHull, TakesPointsThatLieTwiceOrWithin) {
  Points x(10, 3);
  x << 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5, 1, 1, 1;
  const Mesh hull = convex_hull(x);
  EXPECT_EQ(hull.node_count(), 8);
  EXPECT_EQ(hull.element_count(), 12);
  EXPECT_NEAR(make_solid_mesh(hull).volume, 1, 1e-15);
}

TEST(ConvexHull, MistakesGetOneSentence) {
  Points flat(5, 3);
  flat << 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0.3, 0.2, 0;
  EXPECT_REFUSES(convex_hull(flat), "the points of a hull lie in a plane");
  EXPECT_REFUSES(convex_hull(flat.topRows(3)), "a hull needs at least 4 points, got 3");
}

}  // namespace
}  // namespace isocloth
