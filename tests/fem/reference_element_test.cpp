#include "isocloth/fem/reference_element.hpp"
#include "support/rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace isocloth {
namespace {

ShapeValues shape(int corners, double xi, double eta) {
  return corners == 3 ? triangle_shape(xi, eta) : quad_shape(xi, eta);
}

double sum(const std::array<double, 4>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

TEST(ShapeFunctions, AddUpToOneAndTheirDerivativesToZero) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> place(-1, 1);
  for (int trial = 0; trial < 100; ++trial)
    for (const int corners : {3, 4}) {
      const ShapeValues s = shape(corners, place(random), place(random));
      EXPECT_NEAR(sum(s.n), 1, 8 * test::kEpsilon);  // four sums of numbers up to 3
      EXPECT_NEAR(sum(s.d_xi), 0, 4 * test::kEpsilon);
      EXPECT_NEAR(sum(s.d_eta), 0, 4 * test::kEpsilon);
    }
}

TEST(ShapeFunctions, AreOneAtTheirOwnCornerAndZeroAtTheOthers) {
  const std::array<std::array<double, 2>, 4> quad{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  const std::array<std::array<double, 2>, 3> triangle{{{0, 0}, {1, 0}, {0, 1}}};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      EXPECT_EQ(quad_shape(quad[j][0], quad[j][1]).n[i], i == j ? 1 : 0);
      if (j == 3) continue;
      EXPECT_EQ(triangle_shape(triangle[j][0], triangle[j][1]).n[i], i == j ? 1 : 0);
    }
}

TEST(ShapeFunctions, HaveTheDerivativesOfTheirDifferences) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> place(-1, 1);
  const double h = 0.25;  // each N is linear in ξ and in η, so any step gives the derivative up to rounding
  for (int trial = 0; trial < 100; ++trial)
    for (const int corners : {3, 4}) {
      const double xi = place(random), eta = place(random);
      const ShapeValues at = shape(corners, xi, eta);
      for (int i = 0; i < 4; ++i) {
        const double by_xi = shape(corners, xi + h, eta).n[i] - shape(corners, xi - h, eta).n[i];
        const double by_eta = shape(corners, xi, eta + h).n[i] - shape(corners, xi, eta - h).n[i];
        EXPECT_NEAR(at.d_xi[i], by_xi / (2 * h), 16 * test::kEpsilon);
        EXPECT_NEAR(at.d_eta[i], by_eta / (2 * h), 16 * test::kEpsilon);
      }
    }
}

double integral(int corners, int a, int b) {
  double result = 0;
  for (const GaussPoint& point : gauss_points(corners))
    result += point.weight * std::pow(point.xi, a) * std::pow(point.eta, b);
  return result;
}

TEST(Quadrature, OfAQuadIsExactToDegreeThreeInEachVariableAndNotBeyond) {
  const auto exact = [](int a) { return a % 2 ? 0.0 : 2.0 / (a + 1); };
  for (int a = 0; a <= 3; ++a)
    for (int b = 0; b <= 3; ++b)
      EXPECT_NEAR(integral(4, a, b), exact(a) * exact(b), 8 * test::kEpsilon) << a << " " << b;
  EXPECT_GT(std::abs(integral(4, 4, 0) - exact(4) * exact(0)), 0.1);
}

TEST(Quadrature, OfATriangleIsExactToDegreeTwoAndNotBeyond) {
  // ∫ ξᵃ ηᵇ = a! b! / (a+b+2)!
  const auto exact = [](int a, int b) {
    return std::tgamma(a + 1) * std::tgamma(b + 1) / std::tgamma(a + b + 3);
  };
  for (int a = 0; a <= 2; ++a)
    for (int b = 0; a + b <= 2; ++b)
      EXPECT_NEAR(integral(3, a, b), exact(a, b), 4 * test::kEpsilon) << a << " " << b;
  EXPECT_GT(std::abs(integral(3, 3, 0) - exact(3, 0)), 0.01 * exact(3, 0));
}

TEST(Quadrature, CarriesTheShapeFunctionsOfItsPoints) {
  for (const int corners : {3, 4})
    for (const GaussPoint& point : gauss_points(corners)) {
      const ShapeValues s = shape(corners, point.xi, point.eta);
      EXPECT_EQ(point.shape.n, s.n);
      EXPECT_EQ(point.shape.d_xi, s.d_xi);
      EXPECT_EQ(point.shape.d_eta, s.d_eta);
    }
}

}  // namespace
}  // namespace isocloth
