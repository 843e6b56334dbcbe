#include <gtest/gtest.h>

#include "isocloth/core/random.hpp"
#include "isocloth/mesh/delaunay.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/relax_triangles.hpp"
#include "isocloth/mesh/topology.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

std::vector<Vec2> plane_points(const Mesh& mesh) {
  std::vector<Vec2> points;
  for (int i = 0; i < mesh.node_count(); ++i) points.push_back(mesh.x.row(i).head<2>().transpose());
  return points;
}

double sharpest_angle(const Mesh& mesh) {
  const std::vector<Vec2> points = plane_points(mesh);
  double smallest = std::numbers::pi;
  for (const Element& e : mesh.elements)
    smallest = std::min(smallest, smallest_angle({e[0], e[1], e[2]}, points));
  return smallest;
}

/// All counts up to 120, then half more each time.
std::vector<int> node_counts() {
  std::vector<int> counts;
  for (int n = 30; n <= 3000; n = n < 120 ? n + 1 : n * 3 / 2) counts.push_back(n);
  counts.push_back(3000);
  return counts;
}

TEST(IrregularRectangle, HasNoAngleBelowTwentyDegrees) {
  for (const std::array<double, 2> size : {std::array{1.0, 1.0}, {0.297, 0.42}, {1.0, 0.4}})
    for (const int count : node_counts())
      for (std::uint32_t seed = 1; seed <= 3; ++seed)
        EXPECT_GE(sharpest_angle(make_irregular_rectangle(size, count, seed)), 20 * kDegree)
            << count << " nodes, seed " << seed << ", " << size[0] << " x " << size[1] << " m";
}

TEST(IrregularRectangle, HasExactlyTheNodesAskedForAndFillsTheRectangle) {
  for (const int count : {4, 5, 6, 7, 8, 9, 10, 11, 17, 30, 81, 500})
    for (const std::array<double, 2> size :
         {std::array{1.0, 1.0}, {0.297, 0.42}, {20.0, 0.1}, {1e-3, 1.0}, {5e5, 5e5}}) {
      const Mesh mesh = make_irregular_rectangle(size, count, 3);
      ASSERT_EQ(mesh.node_count(), count);
      const Topology topology = analyze_topology(mesh);
      EXPECT_EQ(topology.boundary_loops.size(), 1U);
      // a triangulated disc has 2n − 2 − b triangles, whatever the triangulation
      const int boundary = static_cast<int>(topology.boundary_edges.size());
      EXPECT_EQ(mesh.element_count(), 2 * count - 2 - boundary);
      double area = 0;
      const std::vector<Vec2> p = plane_points(mesh);
      for (const Element& e : mesh.elements) {
        const Vec2 u = p[e[1]] - p[e[0]], v = p[e[2]] - p[e[0]];
        const double twice = u.x() * v.y() - u.y() * v.x();
        EXPECT_GT(twice, 0);
        area += twice / 2;
      }
      EXPECT_NEAR(area, size[0] * size[1], 1e-12 * size[0] * size[1]);  // rounding of up to 1000 areas
      EXPECT_EQ(p[1], Vec2(size[0], 0));
      EXPECT_EQ(p[2], Vec2(size[0], size[1]));
      EXPECT_EQ(p[3], Vec2(0, size[1]));
    }
}

TEST(IrregularRectangle, HasEvenSides) {
  const Mesh mesh = make_irregular_rectangle({0.297, 0.42}, 200, 1);
  const Topology topology = analyze_topology(mesh);
  double shortest = 1, longest = 0;
  for (const Edge& edge : topology.boundary_edges) {
    const double length = (mesh.x.row(edge[1]) - mesh.x.row(edge[0])).norm();
    shortest = std::min(shortest, length);
    longest = std::max(longest, length);
  }
  EXPECT_LE(longest,
            1.1 * shortest);  // each side is divided evenly into the nearest whole number of segments
}

TEST(IrregularRectangle, BendsInEveryCorner) {
  for (const int count : {30, 81, 400, 1700})
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
      std::array<int, 4> triangles{};
      for (const Element& e : make_irregular_rectangle({0.297, 0.42}, count, seed).elements)
        for (int k = 0; k < 3; ++k)
          if (e[k] < 4) ++triangles[e[k]];
      for (const int number : triangles) EXPECT_GE(number, 2) << count << " nodes, seed " << seed;
    }
}

TEST(IrregularRectangle, IsIrregular) {
  const Mesh mesh = make_irregular_rectangle({1, 1}, 500, 2);
  const Topology topology = analyze_topology(mesh);
  std::vector<int> valence(500, 0);
  for (const Edge& edge : topology.edges)
    for (const int node : edge) ++valence[node];
  int inner = 0, six = 0;
  for (int i = 0; i < 500; ++i)
    if (!topology.on_boundary[i]) {
      ++inner;
      six += valence[i] == 6;
    }
  EXPECT_LT(six, 0.75 * inner);  // a lattice of equilateral triangles has six neighbours everywhere
}

TEST(IrregularRectangle, FollowsItsSeed) {
  const Mesh a = make_irregular_rectangle({1, 1}, 100, 1), b = make_irregular_rectangle({1, 1}, 100, 1);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.elements, b.elements);
  EXPECT_NE(a.x, make_irregular_rectangle({1, 1}, 100, 2).x);
}

TEST(Delaunay, HasNoPointInsideTheCircleOfATriangle) {
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    std::vector<Vec2> points{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    // half of the rounds on a coarse grid, where many points lie on one line or one circle
    std::vector<int> cells(81);
    for (int i = 0; i < 81; ++i) cells[i] = i;
    for (int i = 0; i < 60; ++i) {
      std::swap(cells[i], cells[i + random() % (81 - i)]);
      const Vec2 on_grid(0.125 * (cells[i] % 9), 0.125 * (cells[i] / 9));
      const bool corner = on_grid == on_grid.array().round().matrix();
      if (round % 2 == 0 && !corner) points.push_back(on_grid);
      if (round % 2 == 1) points.push_back({random_unit(random), random_unit(random)});
    }
    const auto triangles = delaunay_in_rectangle(points, {1, 1});
    double area = 0;
    for (const auto& [a, b, c] : triangles) {
      // circumcentre from the two perpendicular bisectors
      const Vec2 u = points[b] - points[a], v = points[c] - points[a];
      const double twice = u.x() * v.y() - u.y() * v.x();
      ASSERT_GT(twice, 0);
      area += twice / 2;
      const Vec2 to_centre = Vec2(v.y() * u.squaredNorm() - u.y() * v.squaredNorm(),
                                  u.x() * v.squaredNorm() - v.x() * u.squaredNorm()) /
                             (2 * twice);
      const Vec2 centre = points[a] + to_centre;
      // points are moved by up to half a step of 2⁻²⁶ for the test, which a flat triangle's circle magnifies
      const double slack = 0x1p-26 * 8 * std::max(1.0, to_centre.norm() / twice);
      for (const Vec2& p : points) EXPECT_GE((p - centre).norm(), to_centre.norm() - slack);
    }
    EXPECT_NEAR(area, 1, 1e-12);  // rounding of about a hundred areas
  }
}

TEST(Delaunay, RefusesPointsThatCoincide) {
  const std::vector<Vec2> points{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5, 0.3}, {0.5, 0.3}};
  EXPECT_REFUSES(delaunay_in_rectangle(points, {1, 1}), "points 4 and 5 coincide");
}

}  // namespace
}  // namespace isocloth
