#include "isocloth/mesh/parts.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/generators.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

using Nodes = std::vector<int>;

Nodes named(const Mesh& mesh, const std::vector<std::string>& names) {
  return nodes_of_parts(mesh, analyze_topology(mesh), names);
}

Nodes range(int first, int count) {
  Nodes nodes(static_cast<std::size_t>(count));
  std::iota(nodes.begin(), nodes.end(), first);
  return nodes;
}

TEST(Parts, ARectangleHasFourCornersFourEdgesAndAHem) {
  for (const ElementKind kind : {ElementKind::quad, ElementKind::triangle}) {
    const Mesh mesh = make_rectangle({0.3, 0.7}, {4, 3}, kind);
    EXPECT_EQ(named(mesh, {"bottom_left"}), Nodes{0});
    EXPECT_EQ(named(mesh, {"bottom_right"}), Nodes{3});
    EXPECT_EQ(named(mesh, {"top_left"}), Nodes{8});
    EXPECT_EQ(named(mesh, {"top_right"}), Nodes{11});
    EXPECT_EQ(named(mesh, {"bottom"}), range(0, 4));
    EXPECT_EQ(named(mesh, {"top"}), range(8, 4));
    EXPECT_EQ(named(mesh, {"left"}), (Nodes{0, 4, 8}));
    EXPECT_EQ(named(mesh, {"right"}), (Nodes{3, 7, 11}));
    EXPECT_EQ(named(mesh, {"hem"}), (Nodes{0, 1, 2, 3, 4, 7, 8, 9, 10, 11}));
  }
}

TEST(Parts, AnIrregularRectangleHasTheSame) {
  const std::array<double, 2> size{0.37, 0.61};
  const Mesh mesh = make_irregular_rectangle(size, 200, 3);
  EXPECT_EQ(named(mesh, {"bottom_left", "bottom_right", "top_right", "top_left"}), range(0, 4));
  const Nodes left = named(mesh, {"left"});
  EXPECT_GT(left.size(), 5U);
  for (const int node : left) EXPECT_EQ(mesh.x(node, 0), 0);
  EXPECT_EQ(named(mesh, {"left", "right", "top", "bottom"}).size(), named(mesh, {"hem"}).size());
}

TEST(Parts, SeveralAreTakenOneAfterTheOtherEachNodeOnce) {
  EXPECT_EQ(named(make_rectangle({1, 1}, {3, 3}), {"top", "left"}), (Nodes{6, 7, 8, 0, 3}));
}

TEST(Parts, NamesStayWithTheNodesWhenTheMeshIsUneven) {
  Mesh mesh = make_rectangle({0.3, 0.3}, {3, 3});
  add_noise(mesh, 0.01, 1);
  EXPECT_EQ(named(mesh, {"right"}), (Nodes{2, 5, 8}));
}

TEST(Parts, RingsAndTubesHaveTheirRims) {
  EXPECT_EQ(named(make_ring(0.1, 0.2, {5, 3}), {"inner"}), range(0, 5));
  EXPECT_EQ(named(make_ring(0.1, 0.2, {5, 3}), {"outer"}), range(10, 5));
  EXPECT_EQ(named(make_tube(0.1, 0.2, {5, 3}), {"top"}), range(10, 5));
  EXPECT_EQ(named(make_tube(0.1, 0.2, {5, 3}), {"hem"}).size(), 10U);
  EXPECT_EQ(named(make_disc(0.1, 2, 2), {"hem"}), range(17, 8));
}

TEST(Parts, AnUnknownNameIsRefusedWithThoseThatThereAre) {
  EXPECT_REFUSES(named(make_tube(0.1, 0.2, {5, 3}), {"upper"}),
                 "the mesh has no part \"upper\" (parts: bottom, top, hem)");
}

}  // namespace
}  // namespace isocloth::test
