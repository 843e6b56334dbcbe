#include "isocloth/fem/element_error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace isocloth {
namespace {

constexpr double kTol = 1e-14;  // a handful of roundings of numbers near 1

TEST(AreaError, OfThreeElementsIsWhatTheFormulasSay) {
  const Vector rest = Vec3(1, 1, 2), areas = Vec3(1.1, 0.9, 2.2);  // [m²]; errors 0.1, 0.1, 0.1
  const AreaError equal = area_error(areas, rest);
  EXPECT_NEAR(equal.total, 0.2 / 4, kTol);
  EXPECT_NEAR(equal.mean, 0.1, kTol);
  EXPECT_NEAR(equal.dispersion, 0.1, 4e-8);  // the variance is a difference of equal numbers: √ε remains

  const AreaError uneven =
      area_error(Vec3(1.3, 1, 2), rest);  // errors 0.3, 0, 0: mean 0.1, variance 0.03 − 0.01
  EXPECT_NEAR(uneven.total, 0.3 / 4, kTol);
  EXPECT_NEAR(uneven.mean, 0.1, kTol);
  EXPECT_NEAR(uneven.dispersion, 0.1 + 2 * std::sqrt(0.02), kTol);
}

TEST(AreaError, SeesElementsThatGrowAtTheCostOfOthersButNotInTheTotal) {
  const AreaError error = area_error(Eigen::Vector2d(1.2, 0.8), Eigen::Vector2d(1, 1));
  EXPECT_NEAR(error.total, 0, kTol);
  EXPECT_NEAR(error.mean, 0.2, kTol);
}

TEST(AreaError, IsZeroAtRest) {
  const Vector rest = Vec3(0.1, 0.7, 3e-9);
  const AreaError error = area_error(rest, rest);
  EXPECT_EQ(error.total, 0);
  EXPECT_EQ(error.mean, 0);
  EXPECT_EQ(error.dispersion, 0);
}

TEST(AreaError, IsTheSameInEveryUnitOfLength) {
  const Vector rest = Vec3(1, 2, 5), areas = Vec3(1.1, 1.7, 5.1);
  const AreaError metres = area_error(areas, rest), millimetres = area_error(1e6 * areas, 1e6 * rest);
  EXPECT_NEAR(metres.total, millimetres.total, kTol);
  EXPECT_NEAR(metres.mean, millimetres.mean, kTol);
  EXPECT_NEAR(metres.dispersion, millimetres.dispersion, kTol);
}

}  // namespace
}  // namespace isocloth
