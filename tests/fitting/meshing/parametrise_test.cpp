#include "fitting/meshing/parametrise.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "fitting/meshing/first_sheet.hpp"
#include "fitting/meshing/sheets.hpp"

namespace isocloth::fitting {
namespace {

constexpr std::array<double, 2> kSize{0.3, 0.4};

Points flat_cloud() {
  Points cloud(31 * 41, 3);
  for (int k = 0; k < cloud.rows(); ++k) cloud.row(k) << 0.01 * (k % 31), 0, 0.01 * (k / 31);
  return cloud;
}

TEST(Patch, FindsTheCornersOfARectangle) {
  const auto patch = make_patch(flat_cloud(), 0.013);
  ASSERT_TRUE(patch);
  for (const Vec3& corner : {Vec3(0, 0, 0), Vec3(0.3, 0, 0), Vec3(0.3, 0, 0.4), Vec3(0, 0, 0.4)}) {
    double nearest = 1;
    for (const int k : patch->corners)
      nearest = std::min(nearest, (patch->x.row(patch->outline[k]).transpose() - corner).norm());
    EXPECT_LE(nearest, 0.015);  // of a cell
  }
}

TEST(Patch, FillsHolesAndLeavesBaysOpen) {
  std::vector<Vec2> points{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}, {6, 1}};
  // a ring around a hole, which has no point at (1, 1), and a spike to a point far away
  const std::vector<Triangle> triangles{{0, 1, 3}, {1, 2, 4}, {1, 4, 3}, {3, 4, 6},
                                        {3, 6, 5}, {4, 7, 6}, {2, 8, 4}, {4, 8, 7}};
  const std::vector<Triangle> kept = without_long_rim(points, triangles, 1.5);
  EXPECT_EQ(kept.size(), 6U);
  const std::vector<int> outline = outline_of(kept);
  EXPECT_EQ(outline.size(), 8U);
  EXPECT_EQ(std::count(outline.begin(), outline.end(), 8), 0);
}

TEST(Patch, OfPointsWithoutAreaIsNone) {
  EXPECT_FALSE(make_patch(Points::Zero(0, 3), 0.01));
  EXPECT_FALSE(make_patch(Points::Constant(3, 3, 0.5), 0.01));
  Points line = Points::Zero(100, 3);
  for (int k = 0; k < 100; ++k) line(k, 0) = 0.01 * k;
  EXPECT_FALSE(make_patch(line, 0.01));
}

TEST(Parametrise, LeavesAFlatPatchAsItIs) {
  const auto patch = make_patch(flat_cloud(), 0.013);
  ASSERT_TRUE(patch);
  const std::vector<Vec2> places = parametrise(*patch, 0);
  const auto corner = [&](int k) -> Vec3 { return patch->x.row(patch->outline[patch->corners[k]]); };
  const Vec3 along = corner(1) - corner(0), up = corner(3) - corner(0);
  double largest = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const Vec3 d = patch->x.row(static_cast<Eigen::Index>(k)).transpose() - corner(0);
    largest = std::max(largest, std::abs(d.dot(along) / along.squaredNorm() - places[k].x()));
    largest = std::max(largest, std::abs(d.dot(up) / up.squaredNorm() - places[k].y()));
  }
  EXPECT_LE(largest, 0.02);  // the outline is ragged by half a cell of some thirty
}

TEST(FirstSheet, LiesWithinACellOfTheNodesWithTheHeldSideLast) {
  const SheetShape shape{{9, 9}, kSize};
  const auto sheet = find_sheet(test::rolled_cloud(kSize, 0.005, 0, 0), shape);
  ASSERT_TRUE(sheet);
  EXPECT_LE(test::mean_distance(sheet->x, test::rolled_nodes(kSize, shape.nodes)), 0.01);
  EXPECT_NEAR(sheet->side_lengths[0], kSize[0], 0.02);
  EXPECT_NEAR(sheet->side_lengths[1], kSize[1], 0.02);
}

TEST(FirstSheet, KeepsTheCornersOfTheLastFrame) {
  const SheetShape shape{{9, 9}, kSize};
  const Points nodes = test::rolled_nodes(kSize, shape.nodes);
  // as if the sheet had been turned by half a turn: what is held is below now
  const std::array<Vec3, 4> last{nodes.row(80), nodes.row(72), nodes.row(0), nodes.row(8)};
  const auto sheet = find_sheet(test::rolled_cloud(kSize, 0.005, 0, 0), shape, last);
  ASSERT_TRUE(sheet);
  EXPECT_LE(test::mean_distance(sheet->x, nodes.colwise().reverse()), 0.01);
}

}  // namespace
}  // namespace isocloth::fitting
