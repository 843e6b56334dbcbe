#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/runs.hpp"
#include "support/measured.hpp"

namespace isocloth::test {
namespace {

constexpr double kSettling = 30;  // [s]
constexpr double kWatched = 30;   // [s]

/// Farthest that a node is from where it was at the beginning of the same second, over `seconds` [m].
double largest_way_in_a_second(Simulation& sim, double seconds) {
  double largest = 0;
  const int steps = static_cast<int>(1 / sim.options().dt + 0.5);
  for (int second = 0; second < seconds; ++second) {
    const Points start = sim.state().x;
    for (int k = 0; k < steps; ++k) {
      EXPECT_EQ(sim.step().status, StepStatus::converged);
      largest = std::max(largest, (sim.state().x - start).rowwise().norm().maxCoeff());
    }
  }
  return largest;
}

void expect_rest(const std::string& what, Simulation sim) {
  (void)advance(sim, static_cast<int>(kSettling / sim.options().dt + 0.5));
  expect_at_most((what + ", from 30 s on: farthest way of a node within a second").c_str(),
                 1e3 * largest_way_in_a_second(sim, kWatched), 0.01, "mm");
}

/// scenes/hang.yaml: a towel hung by two corners that come 10 % closer within the first second.
Simulation hung_towel(double bending) {
  const int columns = 11, rows = 17;
  const Mesh sheet = make_rectangle({0.5, 0.8}, {columns, rows});
  Simulation sim(
      make_cloth_model(sheet, {.density = 0.4, .virtual_mass = 0.4, .bending = bending, .damping = 1}),
      upright(sheet));
  sim.grasp("left", {columns * (rows - 1)},
            polyline_motion({0, 1}, {Vec3(0, 0, 0), Vec3(0.025, 0, 0)}, true));
  sim.grasp("right", {columns * rows - 1},
            polyline_motion({0, 1}, {Vec3(0, 0, 0), Vec3(-0.025, 0, 0)}, true));
  return sim;
}

/// The locking test with α = 3 kg/(m²·s), on coarser meshes: it takes 12,000 steps.
Simulation damped_falling_corner(const Mesh& sheet, const std::vector<int>& held) {
  Simulation sim(make_cloth_model(sheet, {.density = 1, .virtual_mass = 1, .damping = 3}), sheet.x,
                 {.dt = 0.005});
  for (const int corner : held) sim.grasp("corner " + std::to_string(corner), {corner});
  return sim;
}

TEST(Rest, ATowelHungByTwoCornersHangsStill) { expect_rest("towel, κ = 1e-4 N·m", hung_towel(1e-4)); }

TEST(Rest, SoDoesOneThatDoesNotResistBending) { expect_rest("towel, κ = 0", hung_towel(0)); }

/// Cloth over a fist: only nodes in its middle are held, flaps hang on all sides.
Simulation sheet_held_in_the_middle(int nodes, int reach) {
  const Mesh sheet = make_rectangle({0.5, 0.5}, {nodes, nodes});
  Points start = sheet.x;
  for (Eigen::Index i = 0; i < start.rows(); ++i)
    start(i, 2) = 0.001 * std::sin(7 * start(i, 0) + 5 * start(i, 1));  // it must know where to fall
  Simulation sim(
      make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = 1}), start);
  std::vector<int> middle;
  for (int i = -reach; i <= reach; ++i)
    for (int j = -reach; j <= reach; ++j) middle.push_back((nodes / 2 + i) * nodes + nodes / 2 + j);
  sim.grasp("fist", middle);
  return sim;
}

TEST(Rest, ASheetHeldInItsMiddleHangsStill) {
  for (const int nodes : std::vector{13, 15, 17})
    expect_rest("held in the middle, " + std::to_string(nodes) + " × " + std::to_string(nodes),
                sheet_held_in_the_middle(nodes, 1));
}

TEST(Rest, ASheetHeldByThreeCornersHangsStill) {
  const int nodes = 12;
  expect_rest("locking test, quads",
              damped_falling_corner(noisy(make_rectangle({1, 1}, {nodes, nodes})),
                                    {nodes - 1, nodes * nodes - 1, nodes * (nodes - 1)}));
}

TEST(Rest, SoDoesOneOfIrregularTriangles) {
  expect_rest("locking test, irregular triangles",
              damped_falling_corner(noisy(make_irregular_rectangle({1, 1}, 144, 1)), {1, 2, 3}));
}

}  // namespace
}  // namespace isocloth::test
