#include <gtest/gtest.h>

#include "dynamics/runs.hpp"

namespace isocloth::test {
namespace {

/// State of a sheet that swings from its first and second corner, after 20 steps.
ClothState swung(const Mesh& sheet, int second, int threads) {
  StepOptions options;
  options.threads = threads;
  Simulation sim(
      make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = 0.5}),
      sheet.x, options);
  sim.grasp("first", {0}, sine_motion({0, 1, 1}, 0.05, 2));
  sim.grasp("second", {second}, sine_motion({0, 1, 1}, 0.05, 2));
  (void)advance(sim, 20);
  return sim.state();
}

void expect_same_bits_on_any_number_of_threads(const Mesh& sheet, int second) {
  const ClothState alone = swung(sheet, second, 1);
  EXPECT_GT((alone.x - sheet.x).cwiseAbs().maxCoeff(), 0.05) << "something happened";
  for (const int threads : {2, 3, 4}) {
    const ClothState shared = swung(sheet, second, threads);
    EXPECT_EQ(alone.x, shared.x) << threads << " threads";
    EXPECT_EQ(alone.v, shared.v) << threads << " threads";
    EXPECT_EQ(alone.multipliers, shared.multipliers) << threads << " threads";
  }
}

TEST(Threads, DoNotChangeABitOnQuads) {
  const int nodes = kSanitized ? 17 : 33;  // either is enough for threads to share rows and factorisation
  expect_same_bits_on_any_number_of_threads(make_rectangle({1, 1}, {nodes, nodes}), nodes - 1);
}

TEST(Threads, DoNotChangeABitOnIrregularTriangles) {
  expect_same_bits_on_any_number_of_threads(make_irregular_rectangle({1, 1}, kSanitized ? 300 : 1000, 3), 1);
}

}  // namespace
}  // namespace isocloth::test
