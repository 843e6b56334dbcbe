#include <gtest/gtest.h>

#include "isocloth/mesh/topology.hpp"
#include "support/meshes.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

std::vector<int> corners_of(const Mesh& mesh) { return find_corners(mesh, analyze_topology(mesh)); }

TEST(Corners, OfARectangleAreItsFourWhateverTheElements) {
  EXPECT_EQ(corners_of(make_rectangle({0.3, 0.4}, {5, 4})), (std::vector<int>{0, 4, 15, 19}));
  EXPECT_EQ(corners_of(make_rectangle({0.3, 0.4}, {5, 4}, ElementKind::triangle)),
            (std::vector<int>{0, 4, 15, 19}));
  EXPECT_EQ(corners_of(make_irregular_rectangle({0.3, 0.4}, 80, 1)), (std::vector<int>{0, 1, 2, 3}));
}

TEST(Corners, OfSmoothLoopsAreNone) {
  EXPECT_TRUE(corners_of(make_ring(0.1, 0.2, {24, 3})).empty());
  EXPECT_TRUE(corners_of(make_tube(0.1, 0.2, {4, 3})).empty());  // the rim is straight once unrolled
  EXPECT_TRUE(corners_of(make_disc(0.1, 4, 2)).empty());
}

TEST(Corners, OfAnLShapeAreSixWithTheInnerOne) {
  const Mesh mesh = test::l_shape();
  const std::vector<int> corners = corners_of(mesh);
  EXPECT_EQ(corners.size(), 6U);
  const bool inner = std::any_of(corners.begin(), corners.end(), [&](int i) {
    return (mesh.x.row(i) - Eigen::RowVector3d(0.3, 0.3, 0)).norm() < 1e-12;  // rounding of 0.6/2 [m]
  });
  EXPECT_TRUE(inner);
}

TEST(Corners, OfAPlateWithASquareHoleAreEight) { EXPECT_EQ(corners_of(test::plate_with_hole()).size(), 8U); }

TEST(Corners, KeepTheirPlaceWhenTheMeshIsMoved) {
  for (const auto& [name, mesh] : test::all_meshes())
    EXPECT_EQ(corners_of(mesh), corners_of(transformed(mesh, Vec3(30, -50, 110), Vec3(1, 2, 3)))) << name;
}

TEST(Corners, AppearWhereTheAngleAsksForThem) {
  const Mesh octagon = make_ring(0.1, 0.2, {8, 2});  // turns by 45 degrees at each node
  const Topology topology = analyze_topology(octagon);
  EXPECT_EQ(find_corners(octagon, topology, 44 * std::numbers::pi / 180).size(), 16U);
  EXPECT_TRUE(find_corners(octagon, topology, 46 * std::numbers::pi / 180).empty());
  EXPECT_REFUSES(find_corners(octagon, topology, NAN), "corner angle");
}

}  // namespace
}  // namespace isocloth
