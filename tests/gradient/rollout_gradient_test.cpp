#include "isocloth/gradient/rollout_gradient.hpp"

#include <gtest/gtest.h>

#include "gradient/gradient_cases.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/obstacles/shapes.hpp"

namespace isocloth {
namespace {

using namespace test;

std::vector<Points> ones(const DifferentiableRollout& rollout) {
  return std::vector<Points>(rollout.x().size(), Points::Ones(rollout.x()[0].rows(), 3));
}

TEST(RolloutGradient, IsTheSameBitsWithFewerRecordsInMemory) {
  Simulation start = made({});
  for (int k = 0; k < 50; ++k) static_cast<void>(start.step());
  DifferentiableRollout all(start, 40), some(start, 40, {.memory = 1000000}), few(start, 40, {.memory = 1});
  const RolloutGradient of_all = all.backward(ones(all)), of_some = some.backward(ones(some)),
                        of_few = few.backward(ones(few));
  EXPECT_LT(some.memory(), all.memory());
  EXPECT_LT(few.memory(), some.memory());
  EXPECT_EQ(all.x(), few.x());
  EXPECT_EQ(of_all.x0, of_some.x0);
  EXPECT_EQ(of_all.x0, of_few.x0);
  EXPECT_EQ(of_all.path, of_few.path);
  EXPECT_EQ(of_all.parameters.materials[0].density, of_few.parameters.materials[0].density);
}

TEST(RolloutGradient, OnABallIsTheSameBitsAndThatOfBothMovedTogether) {
  Mesh sheet = make_rectangle({0.3, 0.3}, {7, 7});
  add_noise(sheet, 0.001, 3);
  Simulation start(make_cloth_model(sheet, {.density = 0.2, .damping = 1}), sheet.x);
  start.add_obstacle({.name = "ball",
                      .shape = make_sphere(0.2),
                      .path = fixed_pose({.translation = {0.14, 0.16, -0.202}}),
                      .friction = 0.3});
  for (int k = 0; k < 10; ++k) static_cast<void>(start.step());
  ASSERT_FALSE(start.state().contacts.empty());
  DifferentiableRollout all(start, 6), few(start, 6, {.memory = 1});
  const RolloutGradient of_all = all.backward(ones(all)), of_few = few.backward(ones(few));
  EXPECT_EQ(of_all.x0, of_few.x0);
  EXPECT_EQ(all.decisions(), few.decisions());
  ASSERT_EQ(of_all.obstacles.size(), 1u);
  ASSERT_EQ(of_all.obstacles[0].size(), all.x().size());
  // cloth and ball moved by 1 m move every node by 1 m, in each of the seven places of the run
  Vec3 together = of_all.x0.colwise().sum().transpose();
  for (const PoseGradient& of : of_all.obstacles[0]) together += of.place;
  const double sum = static_cast<double>(all.x()[0].rows() * 7);
  EXPECT_LT((together - Vec3::Constant(sum)).cwiseAbs().maxCoeff(), 1e-6 * sum) << together.transpose();
}

TEST(RolloutGradient, OfLayersIsTheSameBitsWithFewerRecords) {
  GradientCase c{.make = sheet_on_sheet};
  c.cloth.self_contact = SelfContact{0.3};
  c.material.thickness = 0.002;
  c.obstacles = {{.name = "table",
                  .shape = make_half_space({0, 0, 0}, {0, 0, 1}),
                  .path = fixed_pose({}),
                  .friction = 0.3}};
  Simulation start = made(c);
  for (int k = 0; k < 12; ++k) static_cast<void>(start.step());  // the upper one comes down in the run
  DifferentiableRollout all(start, 24), few(start, 24, {.memory = 1});
  const RolloutGradient of_all = all.backward(ones(all)), of_few = few.backward(ones(few));
  EXPECT_EQ(all.x(), few.x());
  EXPECT_EQ(of_all.x0, of_few.x0);
  EXPECT_EQ(of_all.path, of_few.path);
  EXPECT_EQ(all.decisions(), few.decisions());
  for (int k = 0; k < 24; ++k) static_cast<void>(start.step());
  EXPECT_FALSE(start.state().layers.empty());
  EXPECT_FALSE(start.state().couplings.empty());
}

TEST(RolloutGradient, ForwardsIsTheRunOfTheSimulation) {
  Simulation start = made({});
  for (int k = 0; k < 20; ++k) static_cast<void>(start.step());
  const DifferentiableRollout rollout(start, 30);
  for (int k = 0; k < 30; ++k) static_cast<void>(start.step());
  // each node has a hand of its own, so that stiffnesses are rounded otherwise: 1e-16, grown by the motion
  EXPECT_LE((rollout.x().back() - start.state().x).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(RolloutGradient, SaysWhereAStepDecided) {
  Simulation start = made({});
  DifferentiableRollout calm(start, 3);
  EXPECT_TRUE(calm.backward(ones(calm)).exact);
  std::vector<Points> apart = held_paths(start, 3).steps;
  for (Points& places : apart)
    places.row(1) += Eigen::RowVector3d(0.1, 0, 0);  // further than the cloth reaches
  DifferentiableRollout torn(start, 3, {.path = &apart});
  EXPECT_FALSE(torn.backward(ones(torn)).exact);
}

TEST(RolloutGradient, RefusesWhatHasNone) {
  Simulation sim = made({});
  EXPECT_THROW(DifferentiableRollout(sim, 0), InputError);
  const std::vector<Points> short_path(2, Points::Zero(3, 3)), narrow(3, Points::Zero(2, 3));
  EXPECT_THROW(DifferentiableRollout(sim, 3, {.path = &short_path}), InputError);
  EXPECT_THROW(DifferentiableRollout(sim, 3, {.path = &narrow}), InputError);
  sim.add_grasp({.name = "later", .nodes = {3}, .from = 0.02});
  EXPECT_THROW(DifferentiableRollout(sim, 5), InputError);
  EXPECT_NO_THROW(DifferentiableRollout(sim, 1));
}

}  // namespace
}  // namespace isocloth
