#include <gtest/gtest.h>

#include "dynamics/contact_runs.hpp"
#include "isocloth/core/require.hpp"
#include "support/measured.hpp"

namespace isocloth {
namespace {

using test::expect_at_most;

TEST(ContactForce, OfASheetAtRestOnAPlaneIsItsWeight) {
  Simulation sim = test::level_sheet(0.5, 12, 0.02);
  sim.add_obstacle({.name = "floor", .shape = test::floor_shape(), .friction = 0.3});
  (void)test::touch(sim, 200);
  const double weight = test::weight_of(sim);
  const ObstacleLoad load = sim.obstacle_load(0);
  expect_at_most("sheet on a plane: normal force against δ·g·area", std::abs(load.force[2] / weight - 1),
                 0.01, "-");
  EXPECT_LE(load.force.head<2>().norm(), 1e-6 * weight);
  // the pressure is even: its centre is the sheet's
  EXPECT_LE((load.torque - Vec3::Zero()).norm(), 1e-6 * weight);
  EXPECT_NEAR(sim.contact_force().col(2).sum(), load.force[2], 1e-12);
  double sum = 0;
  for (const ContactForce& contact : sim.contacts()) {
    EXPECT_GT(contact.normal_force, 0);
    EXPECT_LE(contact.tangential_force.norm(), 0.3 * contact.normal_force * (1 + 1e-9));
    EXPECT_NEAR(contact.normal.dot(contact.tangential_force), 0, 1e-12);
    sum += contact.normal_force;
  }
  EXPECT_NEAR(sum, load.force[2], 1e-12);
}

/// Weight, grasps and obstacles together; the rest is what still moves.
double unbalanced_share(const Simulation& sim) {
  const double mass = sim.model().pieces.front().material.gravitational_mass() * sim.model().node_area.sum();
  Vec3 sum = mass * sim.options().gravity;
  for (std::size_t g = 0; g < sim.grasps().size(); ++g) sum += sim.grasp_force(static_cast<int>(g));
  for (std::size_t o = 0; o < sim.obstacles().size(); ++o)
    sum += sim.obstacle_load(static_cast<int>(o)).force;
  return sum.norm() / (mass * sim.options().gravity.norm());
}

TEST(ContactForce, OfObstaclesAndGraspsTogetherIsTheWeightAtRest) {
  const Material heavy_air{.density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = 1};
  const int steps = 600;
  const double bar = 0.01;  // at rest only after some seconds
  {
    Simulation sim = test::level_sheet(0.4, 13, 0.13, heavy_air);
    sim.add_obstacle({.name = "ball", .shape = make_sphere(0.1), .path = fixed_pose({}), .friction = 0.4});
    sim.grasp("corner", {0});
    (void)test::touch(sim, steps);
    expect_at_most("sheet over a sphere, one corner held: unbalanced force over weight",
                   unbalanced_share(sim), bar, "-");
    EXPECT_GT(sim.obstacle_load(0).force[2], 0);
  }
  {
    Simulation sim = test::level_sheet(0.5, 13, 0.03, heavy_air);
    const RigidPose below{.translation = {0, 0, -0.02}};
    sim.add_obstacle({.name = "table",
                      .shape = make_box({0.3, 0.3, 0.04}, 0.005),
                      .path = fixed_pose(below),
                      .friction = 0.4});
    (void)test::touch(sim, steps);
    expect_at_most("tablecloth: unbalanced force over weight", unbalanced_share(sim), bar, "-");
  }
}

TEST(ContactForce, IsZeroAfterRestoreUntilTheNextStepAndThenTheSame) {
  Simulation sim = test::level_sheet(0.3, 7, 0.001);
  sim.add_obstacle({.name = "floor", .shape = test::floor_shape(), .friction = 0.3});
  (void)test::touch(sim, 20);
  const ClothState saved = sim.state();
  (void)sim.step();
  const Vec3 force = sim.obstacle_load(0).force;
  const Points x = sim.state().x;
  sim.restore(saved);
  EXPECT_EQ(sim.obstacle_load(0).force, Vec3::Zero());
  EXPECT_EQ(sim.contact_force().norm(), 0);
  EXPECT_TRUE(sim.contacts().empty());
  (void)sim.step();
  EXPECT_EQ(sim.obstacle_load(0).force, force);
  EXPECT_EQ(sim.state().x, x);
}

TEST(ContactForce, RefusesObstaclesThatAreNotThere) {
  Simulation sim = test::level_sheet(0.3, 4, 1);
  EXPECT_THROW(sim.obstacle_load(0), InputError);
  EXPECT_THROW(sim.add_obstacle({.name = "nothing", .shape = nullptr}), InputError);
  Simulation printed =
      test::level_sheet(0.3, 4, 1, test::kSheet, {.projection = {.method = ProjectionMethod::fast}});
  EXPECT_THROW(printed.add_obstacle({.name = "floor", .shape = test::floor_shape()}), InputError);
}

}  // namespace
}  // namespace isocloth
