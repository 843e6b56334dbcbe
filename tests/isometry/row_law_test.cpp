#include "isocloth/isometry/row_law.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace isocloth {
namespace {

constexpr double kStiffness = 7, kStiffening = 3e-4;  // [N·m], [-]

/// One constraint, then one spring.
RowLaw law() {
  RowLaw result;
  result.stiffness = Vector::Constant(2, kStiffness);
  result.rest = (Vector(2) << 0, 0.01).finished();
  result.stiffening = kStiffening;
  return result;
}

/// Errors from far below to far above the strain at which a constraint stiffens.
std::vector<double> errors() {
  std::vector<double> result{0};
  for (double c = 1e-9; c < 10; c *= 1.7) result.insert(result.end(), {c, -c});
  return result;
}

LinearLaw tangent(double c) {
  LinearLaw result(2);
  linearize_at_errors(law(), 1, Vector::Constant(2, c), result);
  return result;
}

TEST(RowLaw, OfAConstraintIsLinearAtFirstAndSixTimesAsSteepAtTheStiffeningStrain) {
  EXPECT_DOUBLE_EQ(tangent(0).slope[0], kStiffness);
  EXPECT_NEAR(tangent(kStiffening / 10).pull[0], kStiffness * kStiffening / 10,
              1.01e-4 * kStiffness * kStiffening / 10);
  EXPECT_DOUBLE_EQ(tangent(kStiffening).pull[0], 2 * kStiffness * kStiffening);
  EXPECT_DOUBLE_EQ(tangent(kStiffening).slope[0], 6 * kStiffness);
}

TEST(RowLaw, PullsWithTheDerivativeOfTheEnergyAndItsSlopeIsTheDerivativeOfThePull) {
  for (const double c : errors()) {
    const double h = 1e-4 * std::max(std::abs(c), 1e-8);
    const double high = energy(law(), 1, Vector::Constant(2, c + h)),
                 low = energy(law(), 1, Vector::Constant(2, c - h));
    const LinearLaw at = tangent(c);
    // a central difference: 10⁻⁸ of the pull by its own error, and what rounding of the energy leaves
    EXPECT_NEAR((high - low) / (2 * h), at.pull.sum(), 1e-6 * at.pull.cwiseAbs().sum() + 1e-15 * high / h)
        << c;
    for (int r = 0; r < 2; ++r)
      EXPECT_NEAR((tangent(c + h).pull[r] - tangent(c - h).pull[r]) / (2 * h), at.slope[r],
                  1e-3 * at.slope[r])
          << c;
  }
}

TEST(RowLaw, KnowsTheErrorThatBelongsToAMultiplier) {
  for (const double c : errors())
    EXPECT_NEAR(error_of(tangent(c).pull[0], kStiffness, kStiffening), c, 2e-15 * std::abs(c)) << c;
}

TEST(RowLaw, OfManyConstraintsIsThatOfEach) {
  const int count = 11;  // rows are taken four at a time
  RowLaw many;
  many.stiffness = Vector::LinSpaced(count, 1, 9);
  many.rest = Vector::Zero(count);
  const Vector c = Vector::LinSpaced(count, -1e-3, 2e-3), multipliers = Vector::LinSpaced(count, 5e-2, -3e-3);
  LinearLaw found(count), expected(1);
  linearize_at_multipliers(many, count, c, multipliers, found);
  for (int r = 0; r < count; ++r) {
    const RowLaw one{.stiffness = many.stiffness.segment(r, 1), .rest = Vector::Zero(1)};
    linearize_at_multipliers(one, 1, c.segment(r, 1), multipliers.segment(r, 1), expected);
    EXPECT_EQ(found.slope[r], expected.slope[0]) << r;
    EXPECT_EQ(found.pull[r], expected.pull[0]) << r;
  }
}

TEST(RowLaw, HasTheSameTangentFromTheErrorAndFromTheMultiplierThatBelongsToIt) {
  for (const double c : errors()) {
    const LinearLaw expected = tangent(c);
    LinearLaw found(2);
    linearize_at_multipliers(law(), 1, Vector::Constant(2, c), expected.pull, found);
    for (int r = 0; r < 2; ++r) {
      EXPECT_NEAR(found.pull[r], expected.pull[r], 1e-9 * std::abs(expected.pull[r])) << c;
      EXPECT_NEAR(found.slope[r], expected.slope[r], 1e-9 * expected.slope[r]) << c;
    }
  }
}

TEST(RowLaw, FollowsItsTangentAtTheMultiplierWhereTheErrorIsAnother) {
  const double there = 5e-4, here = 7e-4;
  const LinearLaw expected = tangent(there);
  LinearLaw found(2);
  linearize_at_multipliers(law(), 1, Vector::Constant(2, here), expected.pull, found);
  EXPECT_NEAR(found.pull[0], expected.pull[0] + expected.slope[0] * (here - there),
              1e-12 * std::abs(found.pull[0]));
  EXPECT_DOUBLE_EQ(found.pull[1], kStiffness * (here - 0.01)) << "a spring is linear";
}

}  // namespace
}  // namespace isocloth
