#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "experiments/drape/drape.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth::experiments {
namespace {

constexpr double kTable = 0.09, kRim = 0.15;  // [m]
constexpr double kRaster = 0.005;             // cells of 0.2 mm along a rim of a metre, over the ring's area

Mesh flat_ring() { return make_ring(kTable, kRim, {96, 7}); }

/// Every node at the radius r(old radius), so that each circle stays one.
Points at_radius(const Mesh& ring, double (*radius)(double)) {
  Points x = ring.x;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const double old = x.row(i).head<2>().norm();
    x.row(i).head<2>() *= radius(old) / old;
    x(i, 2) = -(old - kTable);
  }
  return x;
}

TEST(DrapeCoefficient, IsOneWhereNothingHangs) {
  EXPECT_DOUBLE_EQ(drape_coefficient(flat_ring(), flat_ring().x, kTable), 1);
}

TEST(DrapeCoefficient, IsZeroForACylinderAndUnderTheTable) {
  EXPECT_NEAR(drape_coefficient(flat_ring(), at_radius(flat_ring(), [](double) { return kTable; }), kTable),
              0, kRaster);
  EXPECT_EQ(drape_coefficient(flat_ring(), at_radius(flat_ring(), [](double) { return 0.05; }), kTable), 0);
}

/// Out to 12 cm, and from there back under itself: what is below must not count again.
TEST(DrapeCoefficient, CountsOnceWhereTheRimFoldsUnder) {
  const Points x = at_radius(flat_ring(), [](double r) { return r < 0.12 ? r : 0.24 - r; });
  const double seen = (0.12 * 0.12 - kTable * kTable) / (kRim * kRim - kTable * kTable);
  EXPECT_NEAR(drape_coefficient(flat_ring(), x, kTable), seen, kRaster);
}

TEST(DrapeCoefficient, DoesNotDependOnWhichSideIsUp) {
  Points x = at_radius(flat_ring(), [](double r) { return kTable + 0.5 * (r - kTable); });
  const double up = drape_coefficient(flat_ring(), x, kTable);
  x.col(0) *= -1;  // seen from below
  EXPECT_NEAR(drape_coefficient(flat_ring(), x, kTable), up, kRaster);
  EXPECT_NEAR(up, (0.12 * 0.12 - kTable * kTable) / (kRim * kRim - kTable * kTable), kRaster);
}

}  // namespace
}  // namespace isocloth::experiments
