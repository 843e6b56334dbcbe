#include <gtest/gtest.h>

#include <limits>

#include "isocloth/mesh/topology.hpp"
#include "support/meshes.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

Mesh grid() {
  return make_rectangle({1, 1}, {4, 4});
}  // 9 quads; element 4 is the middle one: nodes 5, 6, 10, 9

Mesh flat(const std::vector<Vec2>& points, const std::vector<Element>& elements) {
  Mesh mesh;
  mesh.x.setZero(static_cast<Eigen::Index>(points.size()), 3);
  for (std::size_t i = 0; i < points.size(); ++i)
    mesh.x.row(static_cast<Eigen::Index>(i)).head<2>() = points[i];
  mesh.elements = elements;
  return mesh;
}

TEST(Refuses, AMeshWithoutElements) {
  EXPECT_REFUSES(analyze_topology(Mesh{}), "no elements");
  EXPECT_REFUSES(analyze_topology(flat({{0, 0}}, {})), "no elements");
}

TEST(Refuses, AnIndexOutOfRange) {
  for (const int bad : {16, -1, -2, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
    Mesh mesh = grid();
    mesh.elements[4][1] = bad;
    EXPECT_REFUSES(analyze_topology(mesh),
                   "element 4 names node " + std::to_string(bad) + ", but the mesh has 16");
  }
}

TEST(Refuses, ANodeTwiceInAnElement) {
  Mesh mesh = grid();
  mesh.elements[4][3] = 6;
  EXPECT_REFUSES(analyze_topology(mesh), "element 4 (nodes 5, 6, 10, 6) names node 6 twice");
}

TEST(Refuses, ATriangleOnOneLine) {
  EXPECT_REFUSES(analyze_topology(flat({{0, 0}, {1, 0}, {3, 0}}, {{0, 1, 2, kNoNode}})), "element 0");
  EXPECT_REFUSES(analyze_topology(flat({{0, 0}, {1, 0}, {3, 0}}, {{0, 1, 2, kNoNode}})), "no area");
}

TEST(Refuses, ASliverBelowATrillionthAndTakesOneAbove) {
  const auto sliver = [](double height) {
    return flat({{0, 0}, {1, 0}, {0.5, height}}, {{0, 1, 2, kNoNode}});
  };
  EXPECT_REFUSES(analyze_topology(sliver(1e-12)), "no area");  // area 0.5e-12 of edge² 1
  EXPECT_NO_THROW(analyze_topology(sliver(4e-12)));
}

TEST(Refuses, AQuadOfNoArea) {
  Mesh mesh = grid();
  for (const int node : {5, 6, 10, 9}) mesh.x(node, 1) = 0.5;
  mesh.elements = {{5, 6, 10, 9}};
  mesh.x.row(10) << 0.9, 0.5, 0;
  EXPECT_REFUSES(analyze_topology(mesh), "element 0");
}

TEST(Refuses, AnElementWithTwoNodesAtOnePlace) {
  Mesh mesh = grid();
  mesh.x.row(6) = mesh.x.row(5);
  EXPECT_REFUSES(analyze_topology(mesh), "element 1 (nodes 1, 2, 6, 5) has an edge of no length");
}

TEST(Refuses, ABowTieQuad) {
  const std::vector<Vec2> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_REFUSES(analyze_topology(flat(square, {{0, 1, 3, 2}})),
                 "element 0 (nodes 0, 1, 3, 2) overlaps itself");
  EXPECT_REFUSES(analyze_topology(flat({{0, 0}, {1, 0}, {1, 1}, {0, 0.3}}, {{0, 1, 3, 2}})),
                 "overlaps itself");
}

TEST(Refuses, AQuadWithAnInwardCorner) {
  const auto dart = [](double t) { return flat({{0, 0}, {1, 0}, {t, t}, {0, 1}}, {{0, 1, 2, 3}}); };
  EXPECT_REFUSES(analyze_topology(dart(0.3)), "overlaps itself at node 2");
  EXPECT_NO_THROW(analyze_topology(dart(0.6)));
}

TEST(Refuses, AClockwiseElementAmongOthers) {
  Mesh mesh = grid();
  mesh.elements[4] = {5, 9, 10, 6};
  const std::string message = test::refusal_of([&] { analyze_topology(mesh); });
  EXPECT_NE(message.find("elements 1 and 4 disagree"), std::string::npos) << message;
  EXPECT_NE(message.find("from node 6 to node 5"), std::string::npos) << message;
}

TEST(Refuses, AMoebiusBand) {
  Mesh mesh = make_rectangle({12, 1}, {13, 2});
  for (int i = 0; i < 26; ++i) {
    const double angle = 2 * std::numbers::pi * (i % 13) / 12, across = mesh.x(i, 1) - 0.5;
    const double radius = 2 + across * std::cos(angle / 2);
    mesh.x.row(i) << radius * std::cos(angle), radius * std::sin(angle), across * std::sin(angle / 2);
  }
  mesh.elements.back() = {11, 13, 0, 24};  // the last cell joins the first column, turned over
  mesh = test::kept(mesh, [](const Vec3&) { return true; });
  EXPECT_REFUSES(analyze_topology(mesh), "disagree");
}

TEST(Refuses, ANodeOfNoElement) {
  Mesh mesh = grid();
  mesh.x.conservativeResize(17, 3);
  mesh.x.row(16) << 5, 5, 5;
  EXPECT_REFUSES(analyze_topology(mesh), "node 16 belongs to no element");
}

TEST(Refuses, AnEdgeOfThreeElements) {
  Mesh mesh = flat({{0, 0}, {1, 0}, {0.5, 1}, {0.5, -1}, {0.5, 2}},
                   {{0, 1, 2, kNoNode}, {1, 0, 3, kNoNode}, {0, 1, 4, kNoNode}});
  EXPECT_REFUSES(analyze_topology(mesh), "the edge between nodes 0 and 1 belongs to elements 0, 1 and 2");
}

TEST(Refuses, AnElementListedTwice) {
  Mesh mesh = make_rectangle({1, 1}, {2, 2});
  mesh.elements.push_back(mesh.elements[0]);
  EXPECT_REFUSES(analyze_topology(mesh), "elements 0 and 1");
}

TEST(Refuses, ElementsThatMeetAtANodeOnly) {
  const Mesh mesh =
      flat({{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}}, {{0, 1, 2, kNoNode}, {0, 3, 4, kNoNode}});
  EXPECT_REFUSES(analyze_topology(mesh), "elements 0 and 1 meet at node 0 only");
}

TEST(Refuses, TwoConesThatMeetAtTheirTips) {
  Mesh cone =
      flat({{0, 0}, {1, 0}, {-1, 1}, {-1, -1}}, {{0, 1, 2, kNoNode}, {0, 2, 3, kNoNode}, {0, 3, 1, kNoNode}});
  Mesh mesh = test::joined(cone, transformed(cone, Vec3(180, 0, 0), Vec3(0, 0, 0)));
  mesh.x.bottomRows(3).col(2).setConstant(1);
  for (Element& element : mesh.elements)
    for (int& node : element)
      if (node == 4) node = 0;
  mesh = test::kept(mesh, [](const Vec3&) { return true; });
  EXPECT_REFUSES(analyze_topology(mesh), "elements 0 and 3 meet at node 0 only");
}

TEST(Refuses, APositionThatIsNotFinite) {
  for (const double bad : {double(NAN), double(INFINITY), -double(INFINITY)}) {
    Mesh mesh = grid();
    mesh.x(7, 1) = bad;
    EXPECT_REFUSES(analyze_topology(mesh), "node 7 has y = ");
    EXPECT_REFUSES(analyze_topology(mesh), "not finite");
  }
}

TEST(Refuses, APositionBeyondReach) {
  Mesh mesh = grid();
  mesh.x(3, 2) = 1e200;
  EXPECT_REFUSES(analyze_topology(mesh), "node 3 has z = 1e+200 m");
}

}  // namespace
}  // namespace isocloth
