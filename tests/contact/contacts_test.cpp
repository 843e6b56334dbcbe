#include "isocloth/contact/contacts.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "contact/dense_system.hpp"
#include "isocloth/mesh/generators.hpp"
#include "support/count_allocations.hpp"

namespace isocloth {
namespace {

/// A sheet of 5×5 nodes over 0.2 m, at a height above the plane z = 0.
struct Sheet {
  explicit Sheet(double height, double thickness = 0)
      : mesh(make_rectangle({0.2, 0.2}, {5, 5})),
        contacts(mesh, analyze_topology(mesh),
                 {.half_thickness = Vector::Constant(mesh.node_count(), thickness / 2)}),
        held(mesh.node_count(), 0),
        v(Points::Zero(mesh.node_count(), 3)) {
    mesh.x.col(2).setConstant(height);
  }

  const std::vector<Contact>& list() const { return contacts.list(); }

  /// Where each node is pressed down with `force` [N] and weighs 100 N/m.
  ContactProgramReport press(double force, Points& d) {
    test::DenseSystem system(100 * Eigen::MatrixXd::Identity(3 * mesh.node_count(), 3 * mesh.node_count()));
    Points load = Points::Zero(mesh.node_count(), 3);
    load.col(2).setConstant(-force);
    return solve(system, load, d);
  }

  ContactProgramReport solve(test::DenseSystem& system, const Points& load, Points& d) {
    system.assemble();
    contacts.enter(system);
    EXPECT_TRUE(system.factor());
    return contacts.settle(system, load, d);
  }

  Mesh mesh;
  Contacts contacts;
  std::vector<char> held;
  Points v;  ///< [m/s]
};

Obstacle ground(double friction = 0) {
  return {.name = "ground", .shape = make_half_space(Vec3::Zero(), Vec3::UnitZ()), .friction = friction};
}

Obstacle ball(double radius, const Vec3& at) {
  return {.name = "ball", .shape = make_sphere(radius), .path = fixed_pose({.translation = at})};
}

const Contact* at_site(const std::vector<Contact>& list, int obstacle, int site) {
  for (const Contact& c : list)
    if (c.obstacle == obstacle && c.site == site) return &c;
  return nullptr;
}

TEST(Contacts, AreTheNodesNearAPlane) {
  Sheet sheet(0.001, 0.0006);
  sheet.contacts.set_obstacles({ground()});
  sheet.contacts.begin_step(sheet.mesh.x, 0, 0.01, {});
  sheet.held[3] = 1;
  const Penetration none = sheet.contacts.find(sheet.mesh.x, sheet.held);
  EXPECT_EQ(none.nodes, 0);
  ASSERT_EQ(sheet.list().size(), 24u);  // held ones cannot give way
  EXPECT_EQ(at_site(sheet.list(), 0, 3), nullptr);
  for (const Contact& c : sheet.list()) {
    EXPECT_NEAR(c.offset[0], 0.0007, 1e-12);  // [m] half the thickness is the cloth's
    EXPECT_LE((c.frame.row(0).transpose() - Vec3::UnitZ()).norm(), 1e-12);
    EXPECT_LE((c.frame * c.frame.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-12);
  }
  Points lower = sheet.mesh.x;
  lower.col(2).array() -= 0.002;
  EXPECT_NEAR(sheet.contacts.find(lower, sheet.held).nodes, 0.0013, 1e-12);
  lower.col(2).array() += 1;
  (void)sheet.contacts.find(lower, sheet.held);
  EXPECT_TRUE(sheet.list().empty());
}

TEST(Contacts, HaveAnInnerPointWhereASmallBallIsBetweenNodes) {
  Sheet sheet(0.0101);
  const Vec3 centre = Vec3(0.025, 0.025, 0);  // of the first element; nodes are 5 cm apart
  sheet.contacts.set_obstacles({ball(0.01, centre)});
  sheet.contacts.begin_step(sheet.mesh.x, 0, 0.01, {});
  (void)sheet.contacts.find(sheet.mesh.x, sheet.held);
  ASSERT_EQ(sheet.list().size(), 1u);
  EXPECT_LE((sheet.list()[0].point.at(sheet.mesh.x) - centre - Vec3(0, 0, 0.0101)).norm(), 1e-4);
  EXPECT_NEAR(sheet.list()[0].offset[0], 1e-4, 1e-6);
}

TEST(Contacts, KeepTheirMultipliersFromOneFindToTheNext) {
  Sheet sheet(0);
  sheet.contacts.set_obstacles({ground(0.3)});
  sheet.contacts.begin_step(sheet.mesh.x, 0, 0.01, {});
  (void)sheet.contacts.find(sheet.mesh.x, sheet.held);
  Points d;
  (void)sheet.press(2, d);
  Points next = sheet.mesh.x + d;
  next(7, 2) += 0.5;  // one leaves
  (void)sheet.contacts.find(next, sheet.held);
  EXPECT_EQ(sheet.list().size(), 24u);
  EXPECT_EQ(at_site(sheet.list(), 0, 7), nullptr);
  for (const Contact& c : sheet.list()) {
    EXPECT_NEAR(c.multiplier[0], 2, 0.02);  // [N] the program's force tolerance
    EXPECT_EQ(c.multiplier[0], at_site(sheet.contacts.solved(), 0, c.site)->multiplier[0]);
    EXPECT_NEAR(c.slip_limit, 0.3 * c.multiplier[0], 1e-12);
  }
  next(7, 2) -= 0.5;  // and comes back: what it had is forgotten
  (void)sheet.contacts.find(next, sheet.held);
  EXPECT_EQ(at_site(sheet.list(), 0, 7)->multiplier[0], 0);
}

TEST(Contacts, RememberWhatPressedForTheNextStep) {
  Sheet sheet(0);
  sheet.contacts.set_obstacles({ground(0.3)});
  sheet.contacts.begin_step(sheet.mesh.x, 0, 0.01, {});
  (void)sheet.contacts.find(sheet.mesh.x, sheet.held);
  Points d;
  (void)sheet.press(2, d);
  const Points next = sheet.mesh.x + d;
  (void)sheet.contacts.find(next, sheet.held);
  std::vector<ContactMemory> memory;
  sheet.contacts.remember(memory);
  ASSERT_EQ(memory.size(), 25u);
  for (const ContactMemory& m : memory) {
    EXPECT_NEAR(m.normal_force, 2, 0.02);
    EXPECT_LE(m.tangential_force.norm(), 1e-9);  // pressed straight down
  }
  memory[3].tangential_force = Vec3(0.1, -0.2, 0);

  Sheet other(0);  // which has never seen the first step
  other.contacts.set_obstacles({ground(0.3)});
  other.contacts.begin_step(next, 0.01, 0.02, memory);
  (void)other.contacts.find(next, other.held);
  for (const ContactMemory& m : memory) {
    const Contact& c = *at_site(other.list(), 0, m.site);
    EXPECT_EQ(c.multiplier[0], m.normal_force);
    const Vec3 friction = c.frame.bottomRows<2>().transpose() * c.multiplier.tail<2>();
    EXPECT_LE((friction - m.tangential_force).norm(), 1e-12);
  }
}

TEST(Contacts, MeasureTheirWayAgainstAnObstacleThatMoves) {
  Sheet sheet(0);
  Obstacle belt = ground(0.5);
  belt.path = keyframe_pose({0, 1}, {{}, {.translation = Vec3(1, 0, 0)}});  // 1 m/s along x
  sheet.contacts.set_obstacles({belt});
  sheet.contacts.begin_step(sheet.mesh.x, 0, 0.01, {});
  (void)sheet.contacts.find(sheet.mesh.x, sheet.held);
  for (const Contact& c : sheet.list()) {
    const Vec3 slip = c.frame.transpose() * Vec3(0, c.offset[1], c.offset[2]);
    EXPECT_LE((slip - Vec3(-0.01, 0, 0)).norm(), 1e-12);  // [m] it would be carried 1 cm
  }
}

TEST(Contacts, NeedOneStepWhereNothingIsNearAndMoreTheFasterItComes) {
  Sheet sheet(0.02);
  sheet.contacts.set_obstacles({ball(0.01, Vec3(0.1, 0.1, 0))});
  sheet.contacts.begin_step(sheet.mesh.x, 0, 0.01, {});
  EXPECT_EQ(sheet.contacts.steps_needed(sheet.mesh.x, sheet.v, 0.01, 0.01), 1);
  int before = 1;
  for (const double speed : {0.2, 1.0, 3.0, 10.0}) {  // [m/s]; half of the radius is 5 mm
    sheet.v.col(2).setConstant(-speed);
    const int needed = sheet.contacts.steps_needed(sheet.mesh.x, sheet.v, 0.01, 0.01);
    EXPECT_GE(needed * 0.005 * 1.001, std::min(speed * 0.01, 0.32)) << speed;
    EXPECT_GE(needed, before) << speed;
    before = needed;
    sheet.v.col(2).setConstant(speed);  // away
    Points beside = sheet.mesh.x;
    beside.col(2).array() += 0.05;
    EXPECT_EQ(sheet.contacts.steps_needed(beside, sheet.v, 0.01, 0.01), 1) << speed;
  }
  EXPECT_GT(before, 10);
  Points far = sheet.mesh.x;
  far.col(2).array() += 100;
  sheet.v.col(2).setConstant(-10);
  EXPECT_EQ(sheet.contacts.steps_needed(far, sheet.v, 0.01, 0.01), 1);
}

TEST(Contacts, NeverNeedMoreStepsForAHalfSpace) {
  Sheet sheet(0.001);
  sheet.contacts.set_obstacles({ground()});
  sheet.contacts.begin_step(sheet.mesh.x, 0, 0.01, {});
  sheet.v.col(2).setConstant(-1000);
  EXPECT_EQ(sheet.contacts.steps_needed(sheet.mesh.x, sheet.v, 0.01, 0.01), 1);
}

TEST(Contacts, PushPointsOutToTheSurfaceAndLeaveOthers) {
  Sheet sheet(1, 0.002);
  sheet.contacts.set_obstacles({ground(), ball(0.1, Vec3(0, 0, 1))});
  sheet.contacts.begin_step(sheet.mesh.x, 0, 0.01, {});
  EXPECT_LE((sheet.contacts.pushed_out(0, {0.5, 0.5, -0.3}) - Vec3(0.5, 0.5, 0.001)).norm(), 1e-12);
  EXPECT_LE((sheet.contacts.pushed_out(0, {0.05, 0, 1}) - Vec3(0.101, 0, 1)).norm(), 1e-12);
  EXPECT_EQ(sheet.contacts.pushed_out(0, {0.5, 0.5, 0.3}), Vec3(0.5, 0.5, 0.3));
}

TEST(Contacts, AddTheForcesOfTheLastProgramToTheNodes) {
  Sheet sheet(0);
  sheet.contacts.set_obstacles({ground()});
  sheet.contacts.begin_step(sheet.mesh.x, 0, 0.01, {});
  (void)sheet.contacts.find(sheet.mesh.x, sheet.held);
  Points d, force = Points::Zero(25, 3);
  (void)sheet.press(2, d);
  (void)sheet.contacts.find(sheet.mesh.x + d, sheet.held);
  sheet.contacts.add_forces(0.5, force);
  EXPECT_LE((force.colwise().sum().transpose() - Vec3(0, 0, 25)).norm(), 0.25);  // 0.5 · 25 nodes · 2 N
}

TEST(Contacts, AllocateNothingOnceTheObstaclesAreKnown) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  Sheet sheet(0.0005);
  sheet.contacts.set_obstacles({ground(0.3), ball(0.1, Vec3(0.1, 0.1, -0.09))});
  std::vector<ContactMemory> memory;
  memory.reserve(sheet.contacts.most());
  test::DenseSystem system(100 * Eigen::MatrixXd::Identity(75, 75));
  Points load = Points::Zero(25, 3), d = load, x = sheet.mesh.x;
  load.col(2).setConstant(-2);
  system.assemble();
  (void)system.factor();  // the test's own matrix finds its room
  for (int step = 0; step < 3; ++step) {
    const test::CountAllocations here;
    sheet.contacts.begin_step(x, 0.01 * step, 0.01 * (step + 1), memory);
    (void)sheet.contacts.find(x, sheet.held);
    EXPECT_FALSE(sheet.list().empty());
    const long found = here.count();
    (void)sheet.solve(system, load, d);
    x += d;
    (void)sheet.contacts.find(x, sheet.held);
    sheet.contacts.remember(memory);
    EXPECT_EQ(found, 0) << step;
    EXPECT_EQ(here.count(), 0) << step;
  }
}

}  // namespace
}  // namespace isocloth
