#include "isocloth/dynamics/pick.hpp"

#include <gtest/gtest.h>

#include "dynamics/runs.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

using Nodes = std::vector<int>;

/// 5×5 nodes, 0.1 m apart, in the x–y plane.
Mesh even_sheet() { return make_rectangle({0.4, 0.4}, {5, 5}); }

Simulation hung_flat() {
  const Mesh mesh = even_sheet();
  Simulation sim(make_cloth_model(mesh, {.density = 0.2, .virtual_mass = 0.2, .damping = 1}), upright(mesh));
  sim.grasp("left", {20});
  sim.grasp("right", {24});
  return sim;
}

TEST(Pick, TakesEveryNodeWithinARadius) {
  const Points x = even_sheet().x;
  EXPECT_EQ(pick_nodes(PickNear{{0, 0, 0}, 0.11}, x).nodes, (Nodes{0, 1, 5}));
  EXPECT_EQ(pick_nodes(PickNear{{0.2, 0.2, 0.02}, 0.02}, x).nodes, Nodes{12}) << "the rim belongs to it";
  const Picked none = pick_nodes(PickNear{{0.2, 0.2, 0.05}, 0.02}, x);
  EXPECT_TRUE(none.nodes.empty());
  EXPECT_EQ(none.nearest, 12);
  EXPECT_NEAR(none.distance, 0.03, 1e-15);
}

TEST(Pick, TakesTheNearestNodeAndOfTwoTheFirst) {
  const Points x = even_sheet().x;
  EXPECT_EQ(pick_nodes(PickNearest{{0.33, 0.02, 1}}, x).nodes, Nodes{3});
  EXPECT_EQ(pick_nodes(PickNearest{{0.05, 0, 0}}, x).nodes, Nodes{0});
  EXPECT_EQ(pick_nodes(PickNearest{{0.05, 0, 0}, 0.06}, x).nodes, Nodes{0});
  EXPECT_TRUE(pick_nodes(PickNearest{{0.05, 0, 0}, 0.04}, x).nodes.empty());
  EXPECT_EQ(pick_nodes(PickNearest{{0.05, 0, 0}}, x, [](int node) { return node != 0; }).nodes, Nodes{1});
}

TEST(Pick, TakesWhatIsBetweenTwoFingersHoweverTheyAreTurned) {
  const Points x = even_sheet().x;
  const Vec3 size(0.3, 0.06, 0.02);
  EXPECT_EQ(pick_nodes(PickBox{{.translation = {0.2, 0.2, 0}}, size}, x).nodes, (Nodes{11, 12, 13}));
  const RigidPose diagonal = rigid_pose({.rotate_deg = {0, 0, 45}, .translate = {0.2, 0.2, 0}});
  EXPECT_EQ(pick_nodes(PickBox{diagonal, size}, x).nodes, (Nodes{6, 12, 18}));
  const Picked above = pick_nodes(PickBox{{.translation = {0.2, 0.2, 0.5}}, size}, x);
  EXPECT_TRUE(above.nodes.empty());
  EXPECT_NEAR(above.distance, 0.49, 1e-15);
}

TEST(Pick, AGraspThatHoldsFromNowOnHasItsNodesAtOnce) {
  Simulation sim = hung_flat();
  const int hand = sim.pick("hand", PickNear{sim.state().x.row(12).transpose(), 0.01});
  EXPECT_EQ(sim.grasps()[static_cast<std::size_t>(hand)].nodes, Nodes{12});
  EXPECT_REFUSES(
      sim.pick("other", PickNear{{0.2, 0.5, 0.2}, 0.05}),
      "grasp \"other\" closes on nothing: no node is within 0.05 m of (0.200, 0.500, 0.200) m; the "
      "nearest, node 12 at (0.200, 0.000, 0.200) m, is 0.45 m outside; move the place, or make it larger");
  EXPECT_REFUSES(sim.pick("other", PickNear{sim.state().x.row(12).transpose(), 0.01}), "both hold node 12");
  EXPECT_REFUSES(sim.pick("other", PickNear{{0, 0, 0}, -1}), "radius");
  EXPECT_REFUSES(sim.pick("other", PickBox{{}, {0.1, 0, 0.1}}), "sizes of its box");
}

/// Falls for half a second, then is caught where it is then.
TEST(Pick, ALaterGraspClosesOnWhatIsThereThen) {
  const Mesh mesh = even_sheet();
  const auto dropped = [&] {
    return Simulation(make_cloth_model(mesh, {.density = 0.2, .virtual_mass = 0.2, .damping = 0.1}), mesh.x);
  };
  Simulation free = dropped();
  (void)advance(free, 50);
  const Vec3 then = free.state().x.row(12).transpose();
  Simulation sim = dropped();
  sim.add_grasp({.name = "hand", .from = 0.5, .grip = rigid_grip(), .pick = PickNear{then, 0.02}});
  EXPECT_TRUE(sim.grasps()[0].nodes.empty());
  (void)advance(sim, 50);
  EXPECT_EQ(sim.state().x, free.state().x) << "an open hand holds nothing";
  const ClothState before = sim.state();
  EXPECT_EQ(sim.step().missed_grasp, -1);
  EXPECT_EQ(sim.grasps()[0].nodes, Nodes{12});
  (void)advance(sim, 100);
  EXPECT_LE((sim.state().x.row(12).transpose() - then).norm(), 1e-9);
  const ClothState after = sim.state();

  sim.restore(before);
  EXPECT_TRUE(sim.grasps()[0].nodes.empty()) << "open again";
  (void)advance(sim, 101);
  EXPECT_EQ(sim.state().x, after.x) << "and closes as it did";
  Simulation again = dropped();
  again.add_grasp(sim.grasps()[0]);
  again.restore(after);
  EXPECT_EQ(again.grasps()[0].nodes, Nodes{12}) << "a state knows what was picked";
  (void)advance(again, 20);
  (void)advance(sim, 20);
  EXPECT_EQ(again.state().x, sim.state().x);
}

TEST(Pick, AHandThatClosesInTheAirHoldsNothingAndTheReportSaysSo) {
  Simulation sim = hung_flat(), without = hung_flat();
  sim.add_grasp({.name = "hand", .from = 0.1, .pick = PickNear{{0.2, 0.3, 0.2}, 0.05}});
  int missed = 0;
  for (int k = 0; k < 30; ++k) {
    const StepReport report = sim.step();
    EXPECT_EQ(report.status, StepStatus::converged);
    EXPECT_EQ(report.missed_grasp, k == 10 ? 2 : -1);
    missed += report.missed_grasp == 2;
    (void)without.step();
  }
  EXPECT_EQ(missed, 1);
  EXPECT_TRUE(sim.state().grasps[2].missed);
  EXPECT_NEAR(sim.state().grasps[2].missed_by, 0.25, 0.01);
  EXPECT_EQ(sim.state().x, without.state().x);
  EXPECT_EQ(sim.grasp_force(2).norm(), 0);
}

TEST(Pick, ALaterGraspLeavesToOthersWhatTheyHold) {
  Simulation sim = hung_flat();
  sim.grasp("middle", {12});
  sim.add_grasp(
      {.name = "hand", .from = 0.1, .pick = PickBox{{.translation = {0.2, 0, 0.2}}, {0.25, 0.3, 0.15}}});
  (void)advance(sim, 11);
  EXPECT_EQ(sim.grasps()[3].nodes, (Nodes{11, 13}));
  EXPECT_REFUSES(sim.grasp("late", {13}), "both hold node 13");
}

}  // namespace
}  // namespace isocloth::test
