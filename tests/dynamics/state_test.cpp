#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/runs.hpp"
#include "support/count_allocations.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

TEST(State, ARestoredRunGoesOnBitByBit) {
  Simulation sim = shaken_grid(9, 9), other = shaken_grid(9, 9);
  (void)advance(sim, 70);
  const ClothState saved = sim.state();
  (void)advance(sim, 70);
  other.restore(saved);
  (void)advance(other, 70);
  EXPECT_EQ(sim.state().x, other.state().x);
  EXPECT_EQ(sim.state().v, other.state().v);
  EXPECT_EQ(sim.state().time, other.state().time);
}

TEST(State, SameInputSameBits) {
  Simulation sim = shaken_grid(9, 9), other = shaken_grid(9, 9);
  (void)advance(sim, 200);
  (void)advance(other, 200);
  EXPECT_EQ(sim.state().x, other.state().x);
}

TEST(Step, AllocatesNothing) {
  if (!CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Mesh sheet = make_rectangle({0.3, 0.3}, {9, 9});
  for (const ProjectionMethod method : {ProjectionMethod::implicit, ProjectionMethod::fast}) {
    StepOptions options;
    options.projection.method = method;
    Simulation sim(make_cloth_model(sheet, {.density = 0.2, .bending = 1e-5, .damping = 1}), sheet.x,
                   options);
    sim.grasp("left", {0});
    sim.grasp("right", {8}, polyline_motion({0.1, 0.2}, {Vec3(0, 0, 0), Vec3(0.05, 0, 0)}, true));  // slips
    (void)sim.step();
    const CountAllocations here;
    for (int k = 0; k < 30; ++k) (void)sim.step();
    EXPECT_EQ(here.count(), 0);
  }
}

TEST(State, OfAnotherSimulationIsRefused) {
  Simulation sim = shaken_grid(9, 9), other = shaken_grid(9, 10);
  EXPECT_REFUSES(sim.restore(other.state()), "belongs to another simulation");
}

TEST(Options, AreChecked) {
  const Mesh sheet = make_rectangle({1, 1}, {3, 3});
  EXPECT_REFUSES(make_cloth_model(sheet, {.density = 0}), "density must be above 0");
  EXPECT_REFUSES(make_cloth_model(sheet, {.bending = -1}), "bending must be at least 0");
  EXPECT_REFUSES(make_cloth_model(sheet, {.damping = std::nan("")}), "damping must be at least 0");
  EXPECT_REFUSES(make_cloth_model(sheet, {}, {.corners = std::vector<int>{4}}),
                 "corner node 4 is not on the boundary");
  const auto model = make_cloth_model(sheet, {});
  EXPECT_REFUSES(Simulation(model, sheet.x, {.dt = 0}), "dt must be above 0");
  EXPECT_REFUSES(Simulation(model, sheet.x.topRows(3)), "the start has 3 nodes");
  Points broken = sheet.x;
  broken(2, 1) = std::nan("");
  EXPECT_REFUSES(Simulation(model, broken), "start position of node 2");
}

}  // namespace
}  // namespace isocloth::test
