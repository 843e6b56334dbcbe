#include "fitting/meshing/sheet_fit.hpp"

#include <gtest/gtest.h>

#include "fitting/meshing/sheets.hpp"

namespace isocloth::fitting {
namespace {

constexpr std::array<double, 2> kRestSize{0.24, 0.3};

TEST(Sheet, FootOfAPointIsTheNearestOfTheSurface) {
  const SheetShape shape{{9, 11}, kRestSize};
  const Points x = test::rolled_nodes(kRestSize, shape.nodes);
  const Vec2 there(3.3, 6.8);
  const SheetSpot spot = spot_at(shape, x, there);
  Vec2 uv(2, 9);
  drop_foot(shape, x, spot.position + 0.01 * spot.normal(), 20, uv);
  EXPECT_LE((uv - there).norm(), 0.02);  // Gauss–Newton ends at steps of 0.01 cells
}

TEST(SheetSystem, SolvesForTheMovesThatWereAskedFor) {
  const SheetShape shape{{4, 3}, kRestSize};
  SheetSystem system(shape);
  system.set_zero();
  const std::array<double, 1> one{1};
  for (int k = 0; k < shape.count(); ++k) {
    const std::array<int, 1> node{k};
    system.add_vector(node, one, Vec3(-k, 1, 0), 2.0);
  }
  const Points moves = system.solve();
  for (int k = 0; k < shape.count(); ++k)
    EXPECT_LE((moves.row(k) - Eigen::RowVector3d(k, -1, 0)).norm(), 1e-12 * 12);
}

/// A camera that loses 2 mm at every edge, with 3 mm of noise, of a guess that is 3 cm off.
TEST(SheetFit, ComesWithinAMillimetreOfTheNodes) {
  const SheetShape shape{{17, 21}, kRestSize};
  const Points truth = test::rolled_nodes(kRestSize, shape.nodes);
  const Points cloud = test::rolled_cloud(kRestSize, 0.004, 0.002, 0.003);
  SheetFit fit(shape, {});
  Points x = truth;
  x.rowwise() += Eigen::RowVector3d(0.01, 0.02, -0.015);
  const Points guess = x;
  (void)fit.fit(cloud, guess, true, x);
  const Points found = x;
  const SheetFitReport report = fit.fit(cloud, found, false, x);
  EXPECT_LE(test::mean_distance(x, truth), 0.001);
  EXPECT_NEAR(report.rms, 0.003, 0.0005);
  EXPECT_EQ(report.coverage, 1);
  EXPECT_NEAR(fit.margin(), 0.002, 0.002);
}

TEST(SheetFit, KeepsItsLengths) {
  const SheetShape shape{{17, 21}, kRestSize};
  const Points cloud = test::rolled_cloud(kRestSize, 0.005, 0.004, 0.002);
  SheetFit fit(shape, {});
  Points x = test::rolled_nodes(kRestSize, shape.nodes);
  const Points guess = x;
  (void)fit.fit(cloud, guess, false, x);
  double largest = 0;
  for (int r = 0; r < shape.nodes[1]; ++r)
    for (int c = 0; c + 1 < shape.nodes[0]; ++c)
      largest = std::max(
          largest,
          std::abs((x.row(shape.node(c, r)) - x.row(shape.node(c + 1, r))).norm() / shape.step(0) - 1));
  EXPECT_LE(largest, 0.01);
}

}  // namespace
}  // namespace isocloth::fitting
