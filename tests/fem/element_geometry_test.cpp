#include "isocloth/fem/element_geometry.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

#include "support/meshes.hpp"
#include "support/rounding.hpp"

namespace isocloth {
namespace {

Points points(std::initializer_list<Vec3> rows) {
  Points result(static_cast<Eigen::Index>(rows.size()), 3);
  Eigen::Index i = 0;
  for (const Vec3& row : rows) result.row(i++) = row.transpose();
  return result;
}

/// Area of a bilinear quad cut into 2·n² flat triangles.
double subdivided_area(const Points& corners, int n) {
  const auto at = [&](int i, int j) {
    const ShapeValues s = quad_shape(2.0 * i / n - 1, 2.0 * j / n - 1);
    Vec3 p = Vec3::Zero();
    for (int k = 0; k < 4; ++k) p += s.n[k] * corners.row(k).transpose();
    return p;
  };
  double area = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const Vec3 a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      area += ((b - a).cross(c - a).norm() + (c - a).cross(d - a).norm()) / 2;
    }
  return area;
}

TEST(ElementArea, OfAParallelogramAndATriangleInSpaceIsExact) {
  const Vec3 a(0.3, -0.2, 1), u(0.4, 0.1, -0.2), v(-0.1, 0.5, 0.3);  // [m]
  const double area = u.cross(v).norm();
  const double tol =
      64 * test::kEpsilon * 2;  // rounding of coordinates of about 1 m times edges of about 1 m [m²]
  EXPECT_NEAR(element_area({0, 1, 2, 3}, points({a, a + u, a + u + v, a + v})), area, tol);
  EXPECT_NEAR(element_area({0, 1, 2, kNoNode}, points({a, a + u, a + v})), area / 2, tol);
}

TEST(ElementArea, OfAnyFlatConvexQuadIsThatOfItsTwoTriangles) {
  const Points x = points({{0, 0, 2}, {0.5, 0.1, 2}, {0.6, 0.4, 2}, {-0.1, 0.3, 2}});
  EXPECT_NEAR(element_area({0, 1, 2, 3}, x),
              element_area({0, 1, 2, kNoNode}, x) + element_area({0, 2, 3, kNoNode}, x), 64 * test::kEpsilon);
}

TEST(ElementArea, OfASaddleConvergesToThatOfItsSubdivision) {
  for (const double height : {0.05, 0.1, 0.2}) {  // z = height·ξη on [−1, 1]² [m]
    const Points x = points({{-1, -1, height}, {1, -1, -height}, {1, 1, height}, {-1, 1, -height}});
    // √(1 + h²r²) to fourth order: the 2×2 rule misses ∫ξ⁴ + η⁴ by 2(4/5 − 4/9), times h⁴/8; the subdivision
    // h²/n²
    const double missed = std::pow(height, 4) / 8 * 2 * (4.0 / 5 - 4.0 / 9), cut = std::pow(height / 300, 2);
    const double fine = subdivided_area(x, 300), rule = element_area({0, 1, 2, 3}, x);
    EXPECT_NEAR(rule, fine, 1.1 * missed + 4 * cut) << height;
    EXPECT_GT(rule, 4) << "a curved quad is larger than its shadow";
  }
}

TEST(ElementAreas, AddUpToTheAreaOfTheShape) {
  Vector areas;
  const auto total = [&](const Mesh& mesh) {
    areas.resize(mesh.element_count());
    element_areas(mesh, mesh.x, areas);
    return areas.sum();
  };
  const double tol = 1e-13;  // a few hundred elements, ε each [m²]
  EXPECT_NEAR(total(make_rectangle({0.297, 0.42}, {9, 9})), 0.297 * 0.42, tol);
  EXPECT_NEAR(total(make_irregular_rectangle({0.297, 0.42}, 150, 7)), 0.297 * 0.42, tol);
  EXPECT_NEAR(total(test::plate_with_hole()), 24 * 0.01, tol);
  EXPECT_NEAR(total(test::l_shape()), 27 * 0.01, tol);
  EXPECT_NEAR(total(make_tube(0.1, 0.4, {16, 7})), 16 * 2 * 0.1 * std::sin(M_PI / 16) * 0.4, tol);  // a prism
}

TEST(ElementAreas, DoNotChangeWhenTheMeshIsMoved) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    const Mesh moved = transformed(mesh, Vec3(20, -35, 70), Vec3(0.4, -1.2, 0.7));
    Vector before(mesh.element_count()), after(mesh.element_count());
    element_areas(mesh, mesh.x, before);
    element_areas(mesh, moved.x, after);
    // coordinates of up to 3 m rounded, times the longest edge of the family (0.42 m) [m²]
    EXPECT_LE((after - before).cwiseAbs().maxCoeff(), 32 * test::kEpsilon * 3 * 0.42) << name;
  }
}

TEST(NodeAreas, ArePositiveAndAddUpToTheTotalOnEveryMesh) {
  for (const auto& [name, mesh] : test::all_meshes()) {
    Vector areas(mesh.element_count());
    element_areas(mesh, mesh.x, areas);
    const Vector nodes = node_areas(mesh);
    EXPECT_EQ(nodes.size(), mesh.node_count()) << name;
    EXPECT_GT(nodes.minCoeff(), 0) << name;
    EXPECT_NEAR(nodes.sum(), areas.sum(), test::kEpsilon * mesh.node_count() * areas.sum()) << name;
  }
}

TEST(NodeAreas, OfAGridAreQuartersOfTheCellsAround) {
  const Vector nodes = node_areas(make_rectangle({0.4, 0.6}, {3, 3}));  // cells of 0.2 m × 0.3 m
  const double cell = 0.06;
  for (const int corner : {0, 2, 6, 8}) EXPECT_NEAR(nodes[corner], cell / 4, 4 * test::kEpsilon);
  for (const int side : {1, 3, 5, 7}) EXPECT_NEAR(nodes[side], cell / 2, 4 * test::kEpsilon);
  EXPECT_NEAR(nodes[4], cell, 4 * test::kEpsilon);
}

TEST(NodeAreas, OfTrianglesAreThirdsOfThoseAround) {
  const Mesh mesh = make_irregular_rectangle({0.3, 0.4}, 60, 3);
  Vector thirds = Vector::Zero(mesh.node_count());
  for (const Element& element : mesh.elements)
    for (int i = 0; i < 3; ++i) thirds[element[i]] += element_area(element, mesh.x) / 3;
  EXPECT_LE((thirds - node_areas(mesh)).cwiseAbs().maxCoeff(), 8 * test::kEpsilon * thirds.maxCoeff());
}

}  // namespace
}  // namespace isocloth
