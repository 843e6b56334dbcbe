#include "isocloth/contact/contact_law.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <random>

namespace isocloth {
namespace {

/// A contact that may press, stick or slip; forces of some N, penalties of 100 N/m.
Contact random_contact(std::mt19937& random) {
  std::uniform_real_distribution<double> force(-2, 2), length(-0.02, 0.02), share(0.5, 2);
  Contact c;
  c.multiplier = {force(random) + 1, force(random), force(random)};
  c.offset = {length(random), length(random), length(random)};
  c.slip_limit = std::max(0.0, force(random));
  c.penalty = 100 * Vec3::Constant(share(random));
  c.penalty[0] = 100 * share(random);
  return c;
}

Vec3 random_move(std::mt19937& random) {
  std::uniform_real_distribution<double> length(-0.02, 0.02);
  return {length(random), length(random), length(random)};
}

/// How far u is from where the law has a corner, as a force [N]: from lifting, and from slipping.
double from_corner(const Contact& c, const Vec3& u) {
  const Vec3 asked = c.multiplier - c.penalty.cwiseProduct(c.offset + u);
  return std::min(std::abs(asked[0]), std::abs(asked.tail<2>().norm() - c.slip_limit));
}

constexpr double kStep = 1e-6;  // [m]

TEST(ContactLaw, ForceIsMinusTheGradientOfTheEnergy) {
  std::mt19937 random(1);
  int pressing = 0;
  for (int k = 0; k < 2000; ++k) {
    const Contact c = random_contact(random);
    const Vec3 u = random_move(random);
    if (from_corner(c, u) < 1e-3) continue;
    const Vec3 force = respond_force(c, u);
    pressing += force[0] > 0;
    for (int a = 0; a < 3; ++a) {
      const Vec3 h = kStep * Vec3::Unit(a);
      const double slope = (contact_energy(c, u + h) - contact_energy(c, u - h)) / (2 * kStep);
      // energies are below 1 J: rounding leaves 1e-16 J / 1e-6 m; slip bends by k·h²/|u| less than that
      EXPECT_NEAR(force[a], -slope, 1e-8) << k;
    }
  }
  EXPECT_GT(pressing, 500);
}

TEST(ContactLaw, StiffnessIsMinusTheDerivativeOfTheForce) {
  std::mt19937 random(2);
  for (int k = 0; k < 2000; ++k) {
    const Contact c = random_contact(random);
    const Vec3 u = random_move(random);
    if (from_corner(c, u) < 1e-3) continue;
    Eigen::Matrix3d difference;
    for (int a = 0; a < 3; ++a) {
      const Vec3 h = kStep * Vec3::Unit(a);
      difference.col(a) = (respond_force(c, u - h) - respond_force(c, u + h)) / (2 * kStep);
    }
    const ContactResponse response = respond(c, u);
    // of 100 N/m; f_t turns by k·h/|f_t| in a step, whose cube is left out, and |f_t| is rarely small
    EXPECT_LE((response.stiffness - difference).norm(), 1e-3) << k;
  }
}

TEST(ContactLaw, StiffnessIsSymmetricAndNotNegative) {
  std::mt19937 random(3);
  for (int k = 0; k < 2000; ++k) {
    const Contact c = random_contact(random);
    const Eigen::Matrix3d stiffness = respond(c, random_move(random)).stiffness;
    EXPECT_LE((stiffness - stiffness.transpose()).norm(), 1e-12) << k;
    const Vec3 values = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(stiffness).eigenvalues();
    EXPECT_GE(values.minCoeff(), -1e-12) << k;
    EXPECT_LE(values.maxCoeff(), c.penalty.maxCoeff() + 1e-12) << k;
  }
}

TEST(ContactLaw, BothWaysToAskGiveTheSameForceWithinCoulombsCone) {
  std::mt19937 random(4);
  for (int k = 0; k < 2000; ++k) {
    const Contact c = random_contact(random);
    const Vec3 u = random_move(random), force = respond_force(c, u);
    EXPECT_LE((respond(c, u).force - force).norm(), 1e-14) << k;
    EXPECT_GE(force[0], 0) << k;
    EXPECT_LE(force.tail<2>().norm(), c.slip_limit * (1 + 1e-14)) << k;
    if (force[0] == 0) {
      EXPECT_EQ(force.norm(), 0) << k;
    }
  }
}

TEST(ContactLaw, IsContinuousWhereItSlips) {
  Contact c;
  c.multiplier = {5, 0, 0};
  c.slip_limit = 1;
  c.penalty = Vec3::Constant(100);
  const Vec3 before = respond_force(c, {0, 0.01 - 1e-12, 0}), after = respond_force(c, {0, 0.01 + 1e-12, 0});
  EXPECT_LE((before - after).norm(), 1e-9);
  EXPECT_NEAR(after[1], -1, 1e-9);
}

}  // namespace
}  // namespace isocloth
