#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/runs.hpp"
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
