#include "isocloth/solids/triangle_tree.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "obstacles/solids.hpp"
#include "solids/closed_meshes.hpp"

namespace isocloth {
namespace {

constexpr int kQueries = test::kSanitized ? 20 : 50;  // each looks at all triangles

TEST(TriangleTree, FindsTheTriangleThatLookingAtAllOfThemFinds) {
  std::mt19937 rng(1);
  for (const auto& [name, mesh] : test::closed_meshes()) {
    const TriangleTree tree(make_solid_mesh(mesh));
    for (int k = 0; k < kQueries; ++k) {
      const Vec3 p = test::random_point(2, rng);
      const Nearest nearest = tree.nearest(p);
      ASSERT_GE(nearest.triangle, 0);
      // a few roundings of lengths below 5 m
      EXPECT_NEAR(std::sqrt(nearest.square), test::distance_to_all(mesh, p), 1e-14) << name;
      EXPECT_NEAR(test::distance_to_triangle(mesh, mesh.elements[nearest.triangle], p),
                  std::sqrt(nearest.square), 1e-14)
          << name;
    }
  }
}

TEST(TriangleTree, GivesTheSameBitsWhateverWasAskedBefore) {
  std::mt19937 rng(2);
  const SolidMesh solid = make_solid_mesh(make_torus(1, 0.3)->surface(1));
  const TriangleTree tree(solid), twin(solid);
  std::vector<Vec3> points;
  for (int k = 0; k < 500; ++k) points.push_back(test::random_point(1.5, rng));
  std::vector<Nearest> found;
  for (const Vec3& p : points) found.push_back(tree.nearest(p));
  for (std::size_t k = points.size(); k-- > 0;) {
    const Nearest again = twin.nearest(points[k]);
    EXPECT_EQ(again.triangle, found[k].triangle);
    EXPECT_EQ(again.square, found[k].square);
    EXPECT_EQ(again.part, found[k].part);
  }
}

/// Where a ray meets the plane of a triangle within its three sides; infinite where it does not.
double ray_to_triangle(const Mesh& mesh, const Element& t, const Vec3& from, const Vec3& direction) {
  const Vec3 a = test::corner(mesh, t, 0), b = test::corner(mesh, t, 1), c = test::corner(mesh, t, 2);
  Eigen::Matrix3d m;
  m << b - a, c - a, -direction;
  const Vec3 u = m.inverse() * (from - a);
  return u.allFinite() && u[0] >= 0 && u[1] >= 0 && u[0] + u[1] <= 1 && u[2] > 0 ? u[2] : INFINITY;
}

TEST(TriangleTree, RaysMeetTheTriangleThatLookingAtAllOfThemFinds) {
  std::mt19937 rng(3);
  for (const auto& [name, mesh] : test::closed_meshes()) {
    const TriangleTree tree(make_solid_mesh(mesh));
    int met = 0;
    for (int k = 0; k < 50; ++k) {
      const Vec3 from = test::random_point(1.5, rng), direction = test::random_direction(rng);
      const RayHit hit = tree.first_hit(from, direction, -1);
      double nearest = INFINITY;
      for (const Element& t : mesh.elements)
        nearest = std::min(nearest, ray_to_triangle(mesh, t, from, direction));
      if (std::isinf(nearest)) {
        EXPECT_EQ(hit.triangle, -1) << name;
      } else {
        EXPECT_NEAR(hit.distance, nearest, 1e-9)
            << name;  // [m] the margin of rays, at any slope in these meshes
        ++met;
        EXPECT_NE(tree.first_hit(from, direction, hit.triangle).triangle, hit.triangle) << name;
      }
    }
    EXPECT_GT(met, 5) << name;
  }
}

TEST(TriangleTree, NoRaySlipsThroughAnEdge) {
  // from the centre of a box through the diagonals that cut its faces, and through its edges and nodes
  const TriangleTree tree(make_solid_mesh(make_box(Vec3(2, 2, 2))->surface(1)));
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j)
      for (const double side : {-1.0, 1.0})
        for (int axis = 0; axis < 3; ++axis) {
          Vec3 target = side * Vec3::Unit(axis);
          target[(axis + 1) % 3] = 0.5 * i;
          target[(axis + 2) % 3] = 0.5 * j;
          EXPECT_NEAR(tree.first_hit(Vec3::Zero(), target.normalized(), -1).distance, target.norm(), 1e-15);
        }
}

}  // namespace
}  // namespace isocloth
