/// Coulomb's law in the contact program.

#include <gtest/gtest.h>

#include <cmath>

#include "contact/random_programs.hpp"
#include "contact/solve_tightly.hpp"
#include "support/sanitized.hpp"

namespace isocloth {
namespace {

/// Four nodes that are nearly rigid, 0.25 kg each, at rest on a plane; a step of 0.01 s.
struct Block {
  static constexpr double kInertia = 0.25 / 1e-4;    ///< m/dt² [N/m]
  static constexpr double kWeight = 4 * 0.25 * 9.8;  ///< [N]

  Block(double friction, const Vec3& push) : load(Points::Zero(4, 3)) {
    Eigen::MatrixXd ties = 4 * Eigen::MatrixXd::Identity(4, 4) - Eigen::MatrixXd::Ones(4, 4);
    system = std::make_unique<test::DenseSystem>(
        test::for_each_coordinate(kInertia * Eigen::MatrixXd::Identity(4, 4) + 100 * kInertia * ties));
    load.col(2).setConstant(-kWeight / 4);
    load.rowwise() += 0.25 * push.transpose();
    for (int i = 0; i < 4; ++i) {
      contacts.push_back(
          test::make_contact({{i, kNoNode, kNoNode, kNoNode}, {1, 0, 0, 0}, 1}, Vec3::UnitZ(), 0));
      contacts.back().friction = friction;
    }
  }

  /// Of the plane on the block [N].
  Vec3 force() const {
    Points sum = Points::Zero(4, 3);
    for (const Contact& c : contacts) add_force(c, c.force, sum);
    return sum.colwise().sum().transpose();
  }

  std::unique_ptr<test::DenseSystem> system;
  Points load;
  std::vector<Contact> contacts;
};

TEST(Friction, HoldsABlockThatIsPushedLessThanCoulombAllows) {
  for (const double share : {0.1, 0.5, 0.95}) {
    const Vec3 push = share * 0.4 * Block::kWeight * Vec3(0.6, 0.8, 0);
    Block block(0.4, push);
    Points d;
    double way = 0;                          // [m]
    for (int step = 0; step < 12; ++step) {  // the spring gives way, then holds
      const ContactProgramReport report =
          test::solve_program(test::kTight, *block.system, block.load, block.contacts, d);
      EXPECT_FALSE(report.infeasible);
      for (Contact& c : block.contacts) c.multiplier.tail<2>() = c.force.tail<2>();
      way += d.rowwise().norm().maxCoeff();
    }
    EXPECT_LE((block.force() - Vec3(-push.x(), -push.y(), Block::kWeight)).norm(), 1e-6 * Block::kWeight);
    EXPECT_LE(d.norm(), 1e-9) << share;  // [m]
    EXPECT_LE(way, 0.05 * push.norm() / (4 * Block::kInertia))
        << share;  // of what it would go without friction
  }
}

TEST(Friction, LetsABlockSlideThatIsPushedMore) {
  for (const double share : {1.2, 2.0, 10.0}) {
    const Vec3 push = share * 0.4 * Block::kWeight * Vec3(0.6, 0.8, 0);
    Block block(0.4, push);
    Points d;
    (void)test::solve_program(test::kTight, *block.system, block.load, block.contacts, d);
    const Vec3 against = -0.4 * Block::kWeight * Vec3(0.6, 0.8, 0);
    EXPECT_LE((block.force() - against - Vec3(0, 0, Block::kWeight)).norm(), 1e-6 * Block::kWeight) << share;
    const Vec3 mean = d.colwise().mean().transpose();
    EXPECT_LE((4 * Block::kInertia * mean - push - against).norm(), 1e-6 * Block::kWeight) << share;
  }
}

/// A block that slid, and is pushed back: what the program leaves must be small beside friction, however
/// little of the weight that is.
TEST(Friction, IsAsExactWhereItIsLittle) {
  for (const double friction : {1e-4, 1e-3, 1e-2, 0.4})
    for (const double share : {-3.0, -1.5, 0.3, 1.5}) {
      Block block(friction, share * friction * Block::kWeight * Vec3::UnitX());
      for (Contact& c : block.contacts) {
        c.multiplier = c.frame * Vec3(friction, 0, 1) * (Block::kWeight / 4);
        c.slip_limit = friction * Block::kWeight / 4;
      }
      Block exact(friction, Vec3::Zero());
      exact.load = block.load;
      exact.contacts = block.contacts;
      Points d, exact_d;
      (void)test::solve_program({}, *block.system, block.load, block.contacts, d);
      (void)test::solve_program(test::kTight, *exact.system, exact.load, exact.contacts, exact_d);
      const Vec3 off = (d - exact_d).colwise().mean().transpose();
      EXPECT_LE(4 * Block::kInertia * off.norm(), 0.1 * friction * Block::kWeight)
          << friction << ", " << share;
    }
}

TEST(Friction, WithoutACoefficientIsNone) {
  Block block(0, Vec3(1, 0, 0));
  Points d;
  (void)test::solve_program(test::kTight, *block.system, block.load, block.contacts, d);
  EXPECT_LE((block.force() - Vec3(0, 0, Block::kWeight)).norm(), 1e-6);
}

/// |τ| ≤ µγ; that of the spring where it sticks; against the slip.
void expect_coulomb(const Contact& c, const Points& d, double largest, int program) {
  const Vec2 tau = c.force.tail<2>(), slip = (c.offset + displacement(c, d)).tail<2>();
  const double limit = c.friction * c.force[0], tolerance = 1e-5 * largest;  // [N]
  EXPECT_LE(tau.norm(), limit + tolerance) << program;
  EXPECT_NEAR(tau.norm(), std::min(limit, c.penalty[1] * slip.norm()), tolerance) << program;
  EXPECT_NEAR(tau.dot(slip), -tau.norm() * slip.norm(), tolerance * slip.norm()) << program;
}

TEST(Friction, ObeysCoulombInRandomPrograms) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> coefficient(0, 0.4);
  const ContactProgramOptions options{
      .tolerance = 1e-9, .force_tolerance = 1e-7, .balance_tolerance = 1e-9, .max_rounds = 200};
  const int count = test::kSanitized ? 60 : 300;
  int settled = 0;
  for (int k = 0; k < count; ++k) {
    const auto kind = static_cast<test::ProgramKind>(k % test::kOneSidedKinds);
    test::RandomProgram program = test::random_program(kind, random, 1e3);
    for (Contact& c : program.contacts) c.friction = coefficient(random);
    test::DenseSystem system(program.h, program.held);
    Points d;
    const ContactProgramReport report =
        test::solve_program(options, system, program.load, program.contacts, d);
    EXPECT_TRUE(d.allFinite()) << k;
    if (report.infeasible || report.rounds == options.max_rounds) continue;
    ++settled;
    double largest = 0;
    for (const Contact& c : program.contacts) largest = std::max(largest, c.force[0]);
    for (const Contact& c : program.contacts) expect_coulomb(c, d, largest, k);
  }
  // µγ is that of the round before, so rounds need not settle where several planes meet in one node
  EXPECT_GE(settled, count * 95 / 100);
}

}  // namespace
}  // namespace isocloth
