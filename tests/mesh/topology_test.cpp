#include "isocloth/mesh/topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/meshes.hpp"
#include "support/renumber.hpp"

namespace isocloth {
namespace {

using test::all_meshes;
using test::renumbered;
using test::with_rotated_corners;

/// Nodes − edges + elements: 2 for a closed sphere-like piece, less one per loop, less two per handle.
int euler_characteristic(const Mesh& mesh) {
  return mesh.node_count() - static_cast<int>(analyze_topology(mesh).edges.size()) + mesh.element_count();
}

Mesh cube() {
  Mesh mesh;
  mesh.x.resize(8, 3);
  for (int i = 0; i < 8; ++i) mesh.x.row(i) << (i & 1), (i >> 1 & 1), (i >> 2 & 1);
  mesh.elements = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return mesh;
}

/// A ring of quads closed in both directions.
Mesh torus(int n) {
  Mesh mesh = make_tube(0.1, 1, {n, n + 1});
  for (int i = 0; i < mesh.node_count(); ++i) {
    const double angle = 2 * std::numbers::pi * mesh.x(i, 2), radius = 0.4 + mesh.x(i, 0);
    mesh.x.row(i) << radius * std::cos(angle), radius * std::sin(angle), mesh.x(i, 1);
  }
  for (Element& element : mesh.elements)
    for (int& node : element) node %= n * n;
  mesh.x.conservativeResize(n * n, 3);
  return mesh;
}

TEST(Topology, EulerCharacteristicAndLoopsAreThoseOfTheShape) {
  struct Shape {
    const char* name;
    Mesh mesh;
    int characteristic;
    std::size_t loops;
    int pieces;
  };
  const Shape shapes[] = {{"rectangle", make_rectangle({1, 1}, {5, 4}), 1, 1, 1},
                          {"ring", make_ring(1, 2, {9, 3}), 0, 2, 1},
                          {"disc", make_disc(1, 3, 2), 1, 1, 1},
                          {"tube", make_tube(1, 2, {7, 4}), 0, 2, 1},
                          {"plate with hole", test::plate_with_hole(), 0, 2, 1},
                          {"two pieces", test::two_pieces(), 2, 2, 2},
                          {"cube", cube(), 2, 0, 1},
                          {"torus", torus(8), 0, 0, 1},
                          {"cube and ring", test::joined(cube(), make_ring(1, 2, {6, 2})), 2, 2, 2}};
  for (const Shape& shape : shapes) {
    const Topology topology = analyze_topology(shape.mesh);
    EXPECT_EQ(euler_characteristic(shape.mesh), shape.characteristic) << shape.name;
    EXPECT_EQ(topology.boundary_loops.size(), shape.loops) << shape.name;
    EXPECT_EQ(topology.piece_count, shape.pieces) << shape.name;
  }
}

TEST(Topology, EdgesAreThoseOfTheElementsOnceAndSorted) {
  for (const auto& [name, mesh] : all_meshes()) {
    std::set<Edge> expected;
    for (const Element& element : mesh.elements)
      for (int k = 0; k < corner_count(element); ++k) {
        const auto [low, high] = std::minmax(element[k], element[(k + 1) % corner_count(element)]);
        expected.insert({low, high});
      }
    EXPECT_EQ(analyze_topology(mesh).edges, std::vector<Edge>(expected.begin(), expected.end())) << name;
  }
}

TEST(Topology, BoundaryRunsAlongElementsWithTheSurfaceOnTheLeft) {
  for (const auto& [name, mesh] : all_meshes()) {
    std::map<Edge, int> uses;  // directed
    for (const Element& element : mesh.elements)
      for (int k = 0; k < corner_count(element); ++k)
        ++uses[{element[k], element[(k + 1) % corner_count(element)]}];
    const Topology topology = analyze_topology(mesh);
    std::size_t alone = 0;
    for (const auto& [edge, count] : uses) alone += uses.count({edge[1], edge[0]}) == 0;
    EXPECT_EQ(topology.boundary_edges.size(), alone) << name;
    for (const Edge& edge : topology.boundary_edges) {
      EXPECT_EQ(uses.count(edge), 1U) << name;
      EXPECT_EQ(uses.count({edge[1], edge[0]}), 0U) << name;
    }
  }
}

TEST(Topology, LoopsListTheBoundaryEdgesAndNodesOnce) {
  for (const auto& [name, mesh] : all_meshes()) {
    const Topology topology = analyze_topology(mesh);
    std::vector<Edge> edges;
    std::vector<bool> on_boundary(mesh.node_count(), false);
    for (const std::vector<int>& loop : topology.boundary_loops)
      for (std::size_t k = 0; k < loop.size(); ++k) {
        edges.push_back({loop[k], loop[(k + 1) % loop.size()]});
        EXPECT_FALSE(on_boundary[loop[k]]) << name << " node " << loop[k];
        on_boundary[loop[k]] = true;
      }
    EXPECT_EQ(edges, topology.boundary_edges) << name;
    EXPECT_EQ(on_boundary, topology.on_boundary) << name;
  }
}

TEST(Topology, DoesNotDependOnNumberingOrFirstCorner) {
  std::mt19937 random(11);
  for (const auto& [name, mesh] : all_meshes()) {
    std::vector<int> order(mesh.node_count());
    for (int i = 0; i < mesh.node_count(); ++i) order[i] = i;
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
    const Topology before = analyze_topology(mesh);
    const Topology after = analyze_topology(with_rotated_corners(renumbered(mesh, order), random));
    EXPECT_EQ(before.piece_count, after.piece_count) << name;
    EXPECT_EQ(before.boundary_loops.size(), after.boundary_loops.size()) << name;
    std::set<Edge> expected, found(after.boundary_edges.begin(), after.boundary_edges.end());
    for (const Edge& edge : before.boundary_edges) expected.insert({order[edge[0]], order[edge[1]]});
    EXPECT_EQ(expected, found) << name;
  }
}

TEST(Topology, AcceptsDistinctNodesAtOnePlace) {
  const Mesh half = make_rectangle({1, 1}, {3, 3});
  const Mesh seam = test::joined(half, transformed(half, Vec3::Zero(), Vec3(1, 0, 0)));
  EXPECT_EQ(analyze_topology(seam).piece_count, 2);
}

TEST(Topology, AcceptsCurvedQuads) {
  Mesh mesh = make_rectangle({1, 1}, {2, 2});
  mesh.x(2, 2) = 0.9;  // one corner lifted far out of the plane [m]
  EXPECT_EQ(analyze_topology(mesh).edges.size(), 4U);
}

}  // namespace
}  // namespace isocloth
