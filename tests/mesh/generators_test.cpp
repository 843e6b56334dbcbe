#include "isocloth/mesh/generators.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "isocloth/mesh/topology.hpp"
#include "support/meshes.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

/// Sum of the elements' vector areas [m²].
Vec3 vector_area(const Mesh& mesh, const Element& e) {
  const auto x = [&](int k) -> Vec3 { return mesh.x.row(e[k]).transpose(); };
  return corner_count(e) == 3 ? Vec3(0.5 * (x(1) - x(0)).cross(x(2) - x(0)))
                              : Vec3(0.5 * (x(2) - x(0)).cross(x(3) - x(1)));
}

Vec3 vector_area(const Mesh& mesh) {
  Vec3 sum = Vec3::Zero();
  for (const Element& element : mesh.elements) sum += vector_area(mesh, element);
  return sum;
}

/// Area of a regular polygon with n corners on a circle [m²].
double polygon_area(int n, double radius) {
  return 0.5 * n * radius * radius * std::sin(2 * std::numbers::pi / n);
}

constexpr double kRounding = 1e-13;  // relative: sums of up to a few hundred areas, each rounded

TEST(Rectangle, CoversItsAreaWithNormalUpAndNumbersRowByRow) {
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle})
    for (int columns = 2; columns < 8; ++columns)
      for (int rows = 2; rows < 8; ++rows) {
        const Mesh mesh = make_rectangle({0.297, 0.42}, {columns, rows}, kind);
        ASSERT_EQ(mesh.node_count(), columns * rows);
        EXPECT_LE((vector_area(mesh) - Vec3(0, 0, 0.297 * 0.42)).norm(), kRounding);
        for (const Element& e : mesh.elements) EXPECT_GT(vector_area(mesh, e).z(), 0);
        EXPECT_EQ(mesh.x(columns - 1, 0), 0.297);
        EXPECT_EQ(mesh.x(columns * rows - 1, 1), 0.42);
        EXPECT_EQ(mesh.x(columns, 0), 0);
        EXPECT_EQ(analyze_topology(mesh).boundary_loops[0].size(), 2U * (columns + rows) - 4);
      }
}

TEST(Ring, CoversThePolygonRingWithNormalUp) {
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle})
    for (const int around : {3, 4, 7, 24})
      for (const int rings : {2, 3, 5}) {
        const Mesh mesh = make_ring(0.1, 0.3, {around, rings}, kind);
        const Topology topology = analyze_topology(mesh);
        EXPECT_EQ(topology.boundary_loops.size(), 2U);
        EXPECT_NEAR(vector_area(mesh).z(), polygon_area(around, 0.3) - polygon_area(around, 0.1), kRounding);
        EXPECT_NEAR(mesh.x.row(around * (rings - 1)).norm(), 0.3, kRounding);
        EXPECT_EQ(mesh.x(0, 0), 0.1);
        EXPECT_GT(mesh.x(1, 1), 0);  // counter-clockwise
      }
}

TEST(Disc, IsOfQuadsWithItsRimOnTheCircle) {
  for (int core = 1; core < 8; ++core)
    for (int rings = 1; rings < 8; ++rings) {
      const Mesh mesh = make_disc(0.25, core, rings);
      const Topology topology = analyze_topology(mesh);
      ASSERT_EQ(topology.boundary_loops.size(), 1U);
      EXPECT_EQ(topology.boundary_loops[0].size(), 4U * core);
      for (const int node : topology.boundary_loops[0]) EXPECT_NEAR(mesh.x.row(node).norm(), 0.25, kRounding);
      EXPECT_NEAR(vector_area(mesh).z(), polygon_area(4 * core, 0.25), kRounding);
      const double mean = polygon_area(4 * core, 0.25) / mesh.element_count();
      for (const Element& e : mesh.elements) {
        EXPECT_EQ(corner_count(e), 4);
        EXPECT_GT(vector_area(mesh, e).z(), 0.2 * mean);  // evenly sized, as far as a disc of quads can be
      }
    }
}

TEST(Tube, HasItsNormalsOutwards) {
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle})
    for (const int around : {3, 5, 16})
      for (const int levels : {2, 4}) {
        const Mesh mesh = make_tube(0.1, 0.5, {around, levels}, kind);
        EXPECT_EQ(analyze_topology(mesh).boundary_loops.size(), 2U);
        double area = 0;
        for (const Element& e : mesh.elements) {
          Vec3 outwards = Vec3::Zero();
          for (int k = 0; k < corner_count(e); ++k) outwards += mesh.x.row(e[k]).transpose();
          outwards.z() = 0;
          EXPECT_GT(vector_area(mesh, e).dot(outwards), 0);
          area += vector_area(mesh, e).norm();
        }
        EXPECT_NEAR(area, around * 2 * 0.1 * std::sin(std::numbers::pi / around) * 0.5, kRounding);
        EXPECT_EQ(mesh.x(around * levels - 1, 2), 0.5);
      }
}

TEST(Generators, MakeMeshesThatCanBeSimulated) {
  for (const auto& [name, mesh] : test::all_meshes()) EXPECT_NO_THROW(analyze_topology(mesh)) << name;
}

TEST(Generators, NameTheArgumentTheyRefuse) {
  EXPECT_REFUSES(make_rectangle({0, 1}, {2, 2}), "size[0]");
  EXPECT_REFUSES(make_rectangle({1, NAN}, {2, 2}), "size[1]");
  EXPECT_REFUSES(make_rectangle({1, INFINITY}, {2, 2}), "size[1]");
  EXPECT_REFUSES(make_rectangle({1, 1}, {1, 2}), "nodes[0]");
  EXPECT_REFUSES(make_rectangle({1, 1}, {2, -7}), "nodes[1]");
  EXPECT_REFUSES(make_rectangle({1, 1}, {2147483647, 2147483647}), "4000000");
  EXPECT_REFUSES(make_irregular_rectangle({-1, 1}, 50, 0), "size[0]");
  EXPECT_REFUSES(make_irregular_rectangle({1, 1}, 3, 0), "node_count");
  EXPECT_REFUSES(make_irregular_rectangle({1, 1}, 2147483647, 0), "node_count");
  EXPECT_REFUSES(make_irregular_rectangle({1, 1e-6}, 50, 0), "factor");
  EXPECT_REFUSES(make_ring(0, 1, {8, 2}), "inner_radius");
  EXPECT_REFUSES(make_ring(1, NAN, {8, 2}), "outer_radius");
  EXPECT_REFUSES(make_ring(1, 1, {8, 2}), "larger than inner_radius");
  EXPECT_REFUSES(make_ring(1, 2, {2, 2}), "around");
  EXPECT_REFUSES(make_ring(1, 2, {3, 1}), "nodes[1]");
  EXPECT_REFUSES(make_disc(-1, 1, 1), "radius");
  EXPECT_REFUSES(make_disc(1, 0, 1), "core");
  EXPECT_REFUSES(make_disc(1, 1, 0), "rings");
  EXPECT_REFUSES(make_disc(1, 2147483647, 2147483647), "4000000");
  EXPECT_REFUSES(make_tube(0, 1, {8, 2}), "radius");
  EXPECT_REFUSES(make_tube(1, 0, {8, 2}), "height");
  EXPECT_REFUSES(make_tube(1, 1, {8, 1}), "along the axis");
}

}  // namespace
}  // namespace isocloth
