#include "isocloth/contact/compression.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace isocloth {
namespace {

constexpr Compression kCloth{.force = 0.1, .range = 2.5e-4};  // 1 cm² of 1 mm, halved by 1 kPa

TEST(Compression, RisesFromZeroAndIsItsForceAtHalfItsRange) {
  EXPECT_EQ(squeeze_force(kCloth, -1e-3), 0);
  EXPECT_EQ(squeeze_force(kCloth, 0), 0);
  EXPECT_NEAR(squeeze_force(kCloth, 0.5 * kCloth.range), kCloth.force, 1e-15);
  EXPECT_NEAR(squeeze_force(kCloth, 0.9 * kCloth.range), 9 * kCloth.force, 1e-13);
  EXPECT_GT(squeeze_force(kCloth, kCloth.range), 30 * kCloth.force);
  EXPECT_TRUE(std::isfinite(squeeze_force(kCloth, 100 * kCloth.range)));
  EXPECT_FALSE(is_beyond_law(kCloth, 0.94 * kCloth.range));
  EXPECT_TRUE(is_beyond_law(kCloth, kCloth.range));
}

TEST(Compression, ForceStiffnessAndEnergyAreDerivativesOfEachOther) {
  const double h = 1e-4;  // in z; central differences err by h²/6 of the third derivative
  for (const double z : {0.1, 0.3, 0.7, 0.9, 0.94, 0.96, 1.5, 4.0}) {
    const double s = z * kCloth.range, step = h * kCloth.range;
    const double force = (squeeze_energy(kCloth, s + step) - squeeze_energy(kCloth, s - step)) / (2 * step);
    const double stiffness = (squeeze_force(kCloth, s + step) - squeeze_force(kCloth, s - step)) / (2 * step);
    const double left = std::max(0.05, 1 - z), error = h * h / (left * left);
    EXPECT_NEAR(squeeze_force(kCloth, s) / force, 1, error / z + 1e-9) << z;
    EXPECT_NEAR(squeeze_stiffness(kCloth, s) / stiffness, 1, error / z + 1e-9) << z;
  }
}

TEST(Compression, IsConvexAndItsForceCanBeTurnedRound) {
  double before = 0;
  for (double z = 0.01; z < 3; z += 0.01) {
    const double force = squeeze_force(kCloth, z * kCloth.range);
    EXPECT_GT(force, before) << z;
    EXPECT_NEAR(squeeze_of(kCloth, force), z * kCloth.range, 1e-12 * kCloth.range) << z;
    before = force;
  }
  EXPECT_EQ(squeeze_of({}, 3.0), 0) << "hard";
}

}  // namespace
}  // namespace isocloth
