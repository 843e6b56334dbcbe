#include "isocloth/contact/contact_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "contact/dense_system.hpp"
#include "contact/random_programs.hpp"
#include "isocloth/contact/finger_system.hpp"

namespace isocloth {
namespace {

/// NᵀKN of contacts, over stacked coordinates.
Eigen::MatrixXd stiffness_of(const SurfacePoint& point, const Eigen::Matrix3d& k,
                             const std::vector<char>& held) {
  const auto size = static_cast<Eigen::Index>(3 * held.size());
  Eigen::MatrixXd n = Eigen::MatrixXd::Zero(3, size);
  for (int i = 0; i < point.count; ++i)
    if (!held[point.nodes[i]])
      n.middleCols<3>(3 * point.nodes[i]) += point.weights[i] * Eigen::Matrix3d::Identity();
  return n.transpose() * k * n;
}

/// Contacts press on a factor that does not know of them, or leave one that does, with stiffnesses up to 10⁷
/// times that of the rest.
TEST(ContactColumns, SolveWithWhatCameAndWentSinceTheFactorWasMade) {
  std::mt19937 random(21);
  std::uniform_real_distribution<double> exponent(0, 7), entry(-1, 1);
  for (int trial = 0; trial < 200; ++trial) {
    const test::RandomProgram program =
        test::random_program(static_cast<test::ProgramKind>(trial % test::kOneSidedKinds), random);
    test::DenseSystem system(program.h, program.held);
    const std::size_t count = std::min<std::size_t>(program.contacts.size(), kMostColumns);
    Eigen::MatrixXd exact = system.h;
    ContactColumns columns;
    columns.reserve(static_cast<int>(count), system.node_count());
    for (int factor = 0; factor < 2; ++factor) {  // of H, and of H with all of them
      columns.forget(count);
      Eigen::MatrixXd sum = exact;
      std::vector<Eigen::Matrix3d> stiffness(count);
      for (std::size_t c = 0; c < count; ++c) {
        const Vec3 n = program.contacts[c].frame.row(0).transpose();
        stiffness[c] =
            std::pow(10, exponent(random)) * (n * n.transpose() + 0.01 * Eigen::Matrix3d::Identity());
        sum += stiffness_of(program.contacts[c].point, stiffness[c], system.held_nodes);
      }
      const Eigen::MatrixXd factorised = factor == 0 ? exact : sum, meant = factor == 0 ? sum : exact;
      test::DenseSystem with(factorised, system.held_nodes);
      with.assemble();
      ASSERT_TRUE(with.factor());
      for (std::size_t c = 0; c < count; ++c)
        columns.add(with, static_cast<int>(c), program.contacts[c].point, -1,
                    (factor == 0 ? 1 : -1) * stiffness[c]);
      columns.finish();
      Points right = Points::NullaryExpr(system.node_count(), 3, [&] { return entry(random); });
      system.clear_held(right);
      Points x = right;
      columns.solve(with, x);
      const Vector stack = Eigen::Map<const Vector>(x.data(), x.size());
      const Vector left = meant * stack - Eigen::Map<const Vector>(right.data(), right.size());
      // rounding of the sums of which it is a difference
      const Vector terms = sum.cwiseAbs() * stack.cwiseAbs();
      EXPECT_LE(left.norm(), 1e-12 * terms.norm()) << trial << ", factor " << factor;
    }
  }
}

TEST(ContactColumns, ForgetWhatBelongsToAnotherFactor) {
  std::mt19937 random(22);
  const test::RandomProgram program = test::random_program(test::ProgramKind::general, random);
  test::DenseSystem system(program.h, program.held);
  system.assemble();
  ASSERT_TRUE(system.factor());
  ContactColumns columns;
  columns.reserve(3, system.node_count());
  columns.forget(3);
  columns.add(system, 1, program.contacts[1].point, -1, 1e3 * Eigen::Matrix3d::Identity());
  columns.finish();
  EXPECT_TRUE(columns.has(1));
  EXPECT_FALSE(columns.has(0));
  columns.forget(3);
  EXPECT_EQ(columns.count(), 0);
  Points x = program.load, plain = program.load;
  columns.solve(system, x);
  system.solve_inside(plain);
  EXPECT_EQ(x, plain);
}

/// A finger is an unknown of its own: contacts between it and the cloth come and go likewise.
TEST(ContactColumns, SolveWithFingers) {
  std::mt19937 random(23);
  std::uniform_real_distribution<double> entry(-1, 1);
  const test::RandomProgram program = test::random_program(test::ProgramKind::general, random);
  test::DenseSystem cloth(program.h, std::vector<char>(program.held.size(), 0));
  const int nodes = cloth.node_count();
  FingerSystem fingers(nodes);
  fingers.resize(2);
  fingers.set(0, Vec3(0.6, 0, 0.8), 40);
  fingers.set(1, Vec3::UnitY(), 7);
  const Eigen::Matrix3d known = 300 * Vec3::UnitZ() * Vec3::UnitZ().transpose();
  const SurfacePoint point = node_point(1), other = node_point(2);
  const auto assemble = [&](double share) {  // of the second contact, beside the first
    cloth.assemble();
    fingers.use(cloth);
    for (const auto& [p, finger, k] : {std::tuple{point, nodes, Eigen::Matrix3d(known)},
                                       std::tuple{other, nodes + 1, Eigen::Matrix3d(share * known)}}) {
      fingers.add(p.nodes[0], p.nodes[0], k);
      fingers.add(finger, finger, k);
      fingers.add(finger, p.nodes[0], -k);
    }
    return fingers.factor() && fingers.find_columns();
  };
  Points right = Points::NullaryExpr(nodes + 2, 3, [&] { return entry(random); });
  Points exact = right, x = right;
  ASSERT_TRUE(assemble(1));
  fingers.solve_inside(exact);
  ASSERT_TRUE(assemble(0));
  ContactColumns columns;
  columns.reserve(2, nodes + 2);
  columns.forget(2);
  columns.add(fingers, 1, other, nodes + 1, known);
  columns.finish();
  columns.solve(fingers, x);
  EXPECT_LE((x - exact).cwiseAbs().maxCoeff(), 1e-12 * exact.cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace isocloth
