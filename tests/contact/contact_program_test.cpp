#include "isocloth/contact/contact_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contact/dense_system.hpp"
#include "contact/exact_program.hpp"
#include "contact/random_programs.hpp"
#include "contact/solve_tightly.hpp"
#include "support/measured.hpp"
#include "support/sanitized.hpp"

namespace isocloth {
namespace {

using test::DenseSystem;
using test::make_contact;
using test::solve_program;

SurfacePoint node(int i) { return {{i, kNoNode, kNoNode, kNoNode}, {1, 0, 0, 0}, 1}; }

TEST(ContactProgram, FindsTheOptimumThatAnExactSolverFinds) {
  std::mt19937 random(5);
  test::Deviation worst;
  const int count = test::kSanitized ? 60 : 1000;
  for (int k = 0; k < count; ++k) {
    const auto kind = static_cast<test::ProgramKind>(k % test::kOneSidedKinds);
    const test::RandomProgram program = test::random_program(kind, random);
    DenseSystem system(program.h, program.held);
    const test::Deviation here = test::deviation_from_exact(system, program.load, program.contacts);
    ASSERT_LE(here.d, 1e-6) << "program " << k << ", " << to_text(kind);
    ASSERT_FALSE(here.report.infeasible) << "program " << k << ", " << to_text(kind);
    worst.d = std::max(worst.d, here.d);
    worst.objective = std::max(worst.objective, here.objective);
  }
  test::expect_at_most("random contact programs: d beside the exact one, relative", worst.d, 1e-6, "");
  test::expect_at_most("random contact programs: objective, relative", worst.objective, 1e-6, "");
}

TEST(ContactProgram, BetweenLayersFindsTheOptimumThatAnExactSolverFinds) {
  std::mt19937 random(7);
  double worst = 0;
  for (int k = 0; k < (test::kSanitized ? 60 : 1000); ++k) {
    const test::RandomProgram program = test::random_program(test::ProgramKind::two_sided, random);
    DenseSystem system(program.h, program.held);
    const test::Deviation here = test::deviation_from_exact(system, program.load, program.contacts);
    ASSERT_LE(here.d, 1e-6) << "program " << k;
    worst = std::max(worst, here.d);
  }
  test::expect_at_most("random programs of two layers: d beside the exact one, relative", worst, 1e-6, "");
}

TEST(ContactProgram, EndsInTheMiddleBetweenPlanesThatOverlap) {
  DenseSystem system(Eigen::MatrixXd::Identity(3, 3) * 100);
  std::vector<Contact> contacts{make_contact(node(0), Vec3::UnitZ(), -0.3),
                                make_contact(node(0), -Vec3::UnitZ(), -0.1)};
  Points d;
  const Points load = (Points(1, 3) << 50, 0, 7).finished();  // [N]
  const ContactProgramReport report = solve_program({}, system, load, contacts, d);
  EXPECT_TRUE(report.solved);
  EXPECT_TRUE(report.infeasible);
  // z ≥ 0.3 m and z ≤ −0.1 m; H and the load hardly count beside ρ. They do not keep it from moving along.
  EXPECT_NEAR(d(0, 2), 0.1, 1e-3);
  EXPECT_NEAR(d(0, 0), 0.5, 1e-9);
  EXPECT_NEAR(report.penetration, 0.2, 1e-3);
  EXPECT_TRUE(contacts[0].multiplier.allFinite() && contacts[1].multiplier.allFinite());
}

TEST(ContactProgram, ToldInfeasibleOrNotGivesFiniteResultsForContradictions) {
  std::mt19937 random(9);
  std::normal_distribution<double> normal;
  const int count = test::kSanitized ? 30 : 300;
  int told = 0;
  for (int k = 0; k < count; ++k) {
    test::RandomProgram program = test::random_program(test::ProgramKind::crowded, random);
    for (std::size_t p = 0; p < 3; ++p) {  // the opposite of a contact, with planes that overlap by up to 1 m
      Contact& c = program.contacts[p];
      const Vec3 opposite = -c.frame.row(0).transpose();
      program.contacts.push_back(make_contact(c.point, opposite, -c.offset[0] - std::abs(normal(random))));
    }
    DenseSystem system(program.h, program.held);
    Points d;
    const ContactProgramReport report = solve_program({}, system, program.load, program.contacts, d);
    EXPECT_TRUE(report.solved && d.allFinite()) << k;
    EXPECT_GT(report.penetration, 0) << k;
    told += report.infeasible;
  }
  EXPECT_GE(told, count * 9 / 10);
}

TEST(ContactProgram, OfTheSolutionTakesOneRoundAndOneFactorization) {
  std::mt19937 random(3);
  for (int k = 0; k < 60; ++k) {
    test::RandomProgram program = test::random_program(test::ProgramKind::general, random);
    DenseSystem system(program.h, program.held);
    Points d, again;
    (void)solve_program(test::kTight, system, program.load, program.contacts, d);
    for (Contact& c : program.contacts) c.offset += displacement(c, d);  // where the first solution is
    const Points load =
        program.load - Eigen::Map<const Points>(Vector(system.h * test::stacked(d)).data(), d.rows(), 3);
    const ContactProgramReport report = solve_program({}, system, load, program.contacts, again);
    EXPECT_EQ(report.rounds, 1) << k;
    EXPECT_EQ(report.factorizations, 1) << k;
    EXPECT_LE(again.cwiseAbs().maxCoeff(), 1e-6) << k;  // [m] the tolerance
  }
}

/// Nodes in a row, each tied to the next, pressed on the ground.
struct Chain {
  explicit Chain(int nodes) : load(Points::Zero(nodes, 3)) {
    Eigen::MatrixXd h = 50 * Eigen::MatrixXd::Identity(3 * nodes, 3 * nodes);  // [N/m]
    for (int i = 0; i + 1 < nodes; ++i)
      for (int a = 0; a < 3; ++a) {
        const int j = 3 * i + a;
        h(j, j) += 20;
        h(j + 3, j + 3) += 20;
        h(j, j + 3) = h(j + 3, j) = -20;
      }
    system = std::make_unique<DenseSystem>(h);
    load.col(2).setConstant(-1);
    for (int i = 0; i < nodes; ++i) contacts.push_back(make_contact(node(i), Vec3::UnitZ(), 0));
  }
  std::unique_ptr<DenseSystem> system;
  Points load;  ///< [N]
  std::vector<Contact> contacts;
};

TEST(ContactProgram, LetsAFewContactsComeAndGoWithoutFactorizingAnew) {
  Chain chain(40);
  Points d;
  ASSERT_FALSE(solve_program({}, *chain.system, chain.load, chain.contacts, d).infeasible);
  for (const int i : {3, 17, 18, 19}) chain.load(i, 2) = 8;  // lifted
  for (const int i : {30, 35}) chain.contacts[i].offset[0] = 0.001;
  for (const int i : {6, 7}) {
    chain.contacts[i].multiplier.setZero();  // come: not known to press
    chain.contacts[i].offset[0] = 1e-4;
  }
  const ContactProgramReport report = solve_program({}, *chain.system, chain.load, chain.contacts, d);
  EXPECT_EQ(report.factorizations, 1);
  EXPECT_GT(d(18, 2), 0.01);
  EXPECT_EQ(chain.contacts[18].multiplier[0], 0);
  EXPECT_GT(chain.contacts[6].multiplier[0], 0);
  EXPECT_NEAR(d(6, 2), -1e-4, 1e-6);
}

TEST(ContactProgram, FactorizesAnewWhereManyContactsChange) {
  Chain chain(40);
  chain.load.col(2).setConstant(1);
  for (Contact& c : chain.contacts) c.multiplier[0] = 1;  // [N] they pressed
  Points d;
  const ContactProgramReport report = solve_program({}, *chain.system, chain.load, chain.contacts, d);
  EXPECT_EQ(report.factorizations, 2);
  EXPECT_NEAR(d.col(2).minCoeff(), 0.02, 1e-6);  // [m] 1 N over 50 N/m
}

TEST(ContactProgram, WithoutContactsIsALinearSystem) {
  Chain chain(5);
  chain.contacts.clear();
  Points d;
  const ContactProgramReport report = solve_program({}, *chain.system, chain.load, chain.contacts, d);
  EXPECT_EQ(report.factorizations, 1);
  EXPECT_LE((chain.system->h * test::stacked(d) - test::stacked(chain.load)).norm(), 1e-12);
}

TEST(ContactProgram, SaysWhereTheMatrixIsNotPositiveDefinite) {
  DenseSystem system(-Eigen::MatrixXd::Identity(3, 3));
  std::vector<Contact> contacts;
  Points d;
  EXPECT_FALSE(solve_program({}, system, Points::Ones(1, 3), contacts, d).solved);
}

}  // namespace
}  // namespace isocloth
