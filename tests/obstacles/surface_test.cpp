#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "isocloth/mesh/topology.hpp"
#include "obstacles/solids.hpp"

namespace isocloth {
namespace {

TEST(Surface, IsClosedAndOfOnePiece) {
  for (const test::Solid& solid : test::all_solids()) {
    if (solid.name == "half-space") continue;
    const Topology topology = analyze_topology(solid.shape->surface(1));
    EXPECT_TRUE(topology.boundary_loops.empty()) << solid.name;
    EXPECT_EQ(topology.piece_count, 1) << solid.name;
  }
}

TEST(Surface, HasItsNodesOnTheShape) {
  for (const test::Solid& solid : test::all_solids()) {
    const Mesh mesh = solid.shape->surface(0.5);
    for (int i = 0; i < mesh.node_count(); ++i)
      EXPECT_NEAR(solid.shape->distance_to(mesh.x.row(i)).distance, 0, 1e-15) << solid.name;
  }
}

TEST(Surface, FacesOutwards) {
  for (const test::Solid& solid : test::all_solids()) {
    const Mesh mesh = solid.shape->surface(0.5);
    for (const Element& element : mesh.elements) {
      const auto at = [&](int k) -> Vec3 { return mesh.x.row(element[k]); };
      const int last = corner_count(element) - 1;
      const Vec3 normal = (at(1) - at(0)).cross(at(last) - at(0)).normalized();
      const Vec3 middle = corner_count(element) == 4 ? Vec3((at(0) + at(1) + at(2) + at(3)) / 4)
                                                     : Vec3((at(0) + at(1) + at(2)) / 3);
      // half of the 15° between neighbours, in two directions
      EXPECT_GT(normal.dot(solid.shape->distance_to(middle + 1e-3 * normal).normal), 0.97) << solid.name;
    }
  }
}

TEST(Surface, OfAnUnroundedBoxIsItsSixFaces) {
  const Mesh mesh = make_box(Vec3(1, 2, 3))->surface(1);
  EXPECT_EQ(mesh.node_count(), 8);
  EXPECT_EQ(mesh.element_count(), 6);
}

TEST(Surface, OfAHalfSpaceIsASquareAroundItsPoint) {
  const Vec3 point(1, 2, 3);
  for (const Vec3& normal : {Vec3(0, 0, 1), Vec3(0, 0, -2), Vec3(1, 0, 0), Vec3(1, -2, 3)}) {
    const Mesh mesh = make_half_space(point, normal)->surface(4);
    ASSERT_EQ(mesh.element_count(), 1);
    EXPECT_LE((mesh.x.colwise().mean().transpose() - point).norm(), 1e-15);
    for (int k = 0; k < 4; ++k)
      EXPECT_NEAR((mesh.x.row((k + 1) % 4) - mesh.x.row(k)).norm(), 4, 1e-14);  // [m]
  }
}

}  // namespace
}  // namespace isocloth
