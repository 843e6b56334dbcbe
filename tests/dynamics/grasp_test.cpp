#include <gtest/gtest.h>

#include <random>

#include "dynamics/runs.hpp"
#include "support/measured.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

Simulation hung_sheet() {
  const Mesh sheet = make_rectangle({0.3, 0.4}, {7, 9});
  return Simulation(make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.15, .damping = 1}),
                    upright(sheet));
}

TEST(Grasp, ForcesCarryTheWeight) {
  Simulation sim = hung_sheet();
  const int left = sim.grasp("left", {56}), right = sim.grasp("right", {62});
  (void)advance(sim, 1000);
  const Vec3 force = sim.grasp_force(left) + sim.grasp_force(right);
  const double weight = 0.15 * 9.8 * 0.12;
  expect_at_most("forces of two grasps against the weight of the cloth",
                 100 * (force - Vec3(0, 0, weight)).norm() / weight, 0.1, "%");
}

TEST(Grasp, NodesFollowTheirMotion) {
  Simulation sim = hung_sheet();
  const Points start = sim.state().x;
  sim.grasp("sine", {56}, sine_motion({0, 3, 0}, 0.05, 1), rigid_grip());
  sim.grasp("path", {62, 61},
            polyline_motion({0, 0.5}, {start.row(62), Vec3(start(62, 0) - 0.04, 0.1, start(62, 2))}),
            rigid_grip());
  (void)advance(sim, 25);
  const Vec3 sine = start.row(56).transpose() + Vec3(0, 0.05, 0);  // a quarter of a period
  EXPECT_LE((sim.state().x.row(56).transpose() - sine).norm(), 1e-12);
  const Vec3 half(-0.02, 0.05, 0);
  for (const int node : {62, 61})
    EXPECT_LE((sim.state().x.row(node) - start.row(node) - half.transpose()).norm(), 1e-12);
}

TEST(Grasp, ComesAndGoesDuringARun) {
  Simulation sim = hung_sheet();
  const int left = sim.grasp("left", {56});
  sim.add_grasp({.name = "late", .nodes = {62}, .from = 0.5, .until = 1.0, .grip = rigid_grip()});
  (void)advance(sim, 50);
  const Points taken = sim.state().x;
  (void)advance(sim, 1);
  EXPECT_GT(sim.grasp_force(1).norm(), 0);
  (void)advance(sim, 49);
  EXPECT_EQ(sim.state().x.row(62), taken.row(62)) << "held where it was taken";
  (void)advance(sim, 1);
  EXPECT_EQ(sim.grasp_force(1).norm(), 0);
  EXPECT_NE(sim.state().x.row(62), taken.row(62));
  sim.release(left);
  const double before = sim.state().x.col(2).mean();
  (void)advance(sim, 100);
  EXPECT_LT(sim.state().x.col(2).mean(), before - 0.5) << "falls freely";
}

TEST(Grasp, RefusesWhatCannotBe) {
  Simulation sim = hung_sheet();
  EXPECT_REFUSES(sim.grasp("g", {}), "holds no node");
  EXPECT_REFUSES(sim.grasp("g", {63}), "names node 63, but the mesh has 63");
  EXPECT_REFUSES(sim.grasp("g", {-1}), "names node -1");
  EXPECT_REFUSES(sim.grasp("g", {3, 3}), "names node 3 twice");
  EXPECT_REFUSES(sim.add_grasp({.name = "g", .nodes = {1}, .from = 2, .until = 1}), "before it begins");
  sim.grasp("g", {4});
  EXPECT_REFUSES(sim.grasp("h", {4}), "both hold node 4");
  EXPECT_REFUSES(sim.release(7), "there is no grasp 7");
  EXPECT_REFUSES(polyline_motion({0, 0}, {Vec3::Zero(), Vec3::Zero()}), "must increase");
  EXPECT_REFUSES(sine_motion(Vec3::Zero(), 1, 1), "direction");
}

TEST(Grasp, LetsGoWhenItIsToldToAndNoOtherHoldsItsNodesMeanwhile) {
  Simulation sim = hung_sheet();
  const int first = sim.grasp("first", {4});
  sim.set_end(first, 0.5);
  sim.add_grasp({.name = "second", .nodes = {4}, .from = 0.5});
  EXPECT_REFUSES(sim.set_end(first, 0.6), "\"second\" and \"first\" both hold node 4");
  EXPECT_EQ(sim.grasps()[0].until, 0.5);
  sim.set_end(first, -1);  // never holds
  sim.add_grasp({.name = "third", .nodes = {4}, .from = 0, .until = 0.5});
  EXPECT_REFUSES(sim.set_end(-1, 0), "there is no grasp -1");
  EXPECT_REFUSES(sim.set_motion(7, fixed_motion()), "there is no grasp 7");
  EXPECT_REFUSES(sim.set_motion(0, {}), "has no motion");
}

TEST(Grasp, TimesAreComparedAsAllPairsWould) {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> time(0, 12), count(1, 3), any_node(0, 4);
  for (int round = 0; round < 200; ++round) {
    HoldTimes times;
    std::vector<Grasp> held;
    for (int index = 0; index < 30; ++index) {
      Grasp grasp{.name = "g", .nodes = {}, .from = double(time(random)), .until = double(time(random))};
      for (int k = count(random), node = any_node(random); k > 0; --k, ++node) grasp.nodes.push_back(node);
      bool clashes = false;
      for (const Grasp& other : held)
        for (const int node : grasp.nodes)
          clashes =
              clashes || (std::find(other.nodes.begin(), other.nodes.end(), node) != other.nodes.end() &&
                          std::max(grasp.from, other.from) < std::min(grasp.until, other.until));
      EXPECT_EQ(times.add(index, grasp).has_value(), clashes);
      if (!clashes) held.push_back(grasp);
      if (!clashes && index % 4 == 0) {
        times.remove(index, grasp);
        held.pop_back();
      }
    }
  }
}

TEST(Grasp, TwentyThousandOnOneNodeAreAddedAndLedInTurn) {
  Simulation sim = hung_sheet();
  for (int k = 0; k < 20'000; ++k)
    sim.add_grasp(
        {.name = "g", .nodes = {56}, .from = 0.01 * k, .until = 0.01 * (k + 1), .grip = rigid_grip()});
  EXPECT_REFUSES(sim.add_grasp({.name = "h", .nodes = {56}, .from = 100.005, .until = 100.006}),
                 "both hold node 56");
  const Points start = sim.state().x;
  (void)advance(sim, 3);
  EXPECT_EQ(sim.state().x.row(56), start.row(56));
}

TEST(Grasp, HasNoForceBetweenARestoreAndTheNextStep) {
  Simulation sim = shaken_grid(5, 5);
  (void)advance(sim, 10);
  const ClothState earlier = sim.state();
  (void)advance(sim, 10);
  ASSERT_GT(sim.grasp_force(0).norm(), 0);
  sim.restore(earlier);
  EXPECT_EQ(sim.grasp_force(0).norm(), 0);
  (void)advance(sim, 1);
  EXPECT_GT(sim.grasp_force(0).norm(), 0);
}

}  // namespace
}  // namespace isocloth::test
