#include <gtest/gtest.h>

#include "dynamics/runs.hpp"
#include "support/measured.hpp"

namespace isocloth::test {
namespace {

constexpr int kSteps = 1000;

TEST(Shake, KeepsAreas) {
  Simulation sim = shaken_grid(9, 9);
  const Worst worst = advance(sim, kSteps);
  EXPECT_EQ(worst.missed, 0);
  expect_at_most("A3 shake 9×9, worst over 10 s: total area error", 100 * worst.area.total, 0.1, "%");
  expect_at_most("A3 shake 9×9: mean element area error", 100 * worst.area.mean, 0.1, "%");
  expect_at_most("A3 shake 9×9: dispersion of element area error", 100 * worst.area.dispersion, 0.1, "%");
  expect_at_most("A3 shake 9×9: metric error", 100 * worst.metric_error, 0.1, "%");
}

/// Paths of the two bottom corners.
std::vector<Points> corner_paths(int columns, int rows) {
  Simulation sim = shaken_grid(columns, rows);
  std::vector<Points> path;
  for (int k = 0; k < (kSteps); ++k) {
    EXPECT_EQ(sim.step().status, StepStatus::converged);
    path.emplace_back(2, 3);
    path.back() << sim.state().x.row(0), sim.state().x.row(columns - 1);
  }
  return path;
}

double mean_distance(const std::vector<Points>& a, const std::vector<Points>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += (a[k] - b[k]).rowwise().norm().mean();
  return sum / static_cast<double>(a.size());
}

TEST(Shake, HardlyDependsOnTheMesh) {
  const std::vector<std::vector<Points>> paths{corner_paths(9, 9), corner_paths(9, 17), corner_paths(17, 9),
                                               corner_paths(17, 17)};
  double largest = 0;
  for (std::size_t i = 0; i < paths.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) largest = std::max(largest, mean_distance(paths[i], paths[j]));
  expect_at_most("A3 shake: bottom corners of 9×9, 9×17, 17×9, 17×17, largest mean distance", 1e3 * largest,
                 6, "mm");
}

/// The nodes of 9×9 in a finer n×n mesh, every 10 steps.
std::vector<Points> shared_nodes(int n, RowsAt rows, Integrator integrator) {
  const Mesh sheet = make_rectangle({0.297, 0.42}, {n, n});
  Simulation sim = shaken_sheet(sheet, n * (n - 1), n * n - 1, {.rows = rows}, {.integrator = integrator});
  std::vector<Points> path;
  const int stride = (n - 1) / 8;
  for (int k = 0; k < kSteps; ++k) {
    EXPECT_EQ(sim.step().status, StepStatus::converged);
    if (k % 10 != 0) continue;
    path.emplace_back(81, 3);
    for (int i = 0; i < 81; ++i) path.back().row(i) = sim.state().x.row(stride * (n * (i / 9) + i % 9));
  }
  return path;
}

TEST(Shake, ConvergesWithTheMeshToTheMotionOfRowsAtNodes) {
  const auto path = [](int n) { return shared_nodes(n, RowsAt::elements, Integrator::euler); };
  const std::vector<Points> coarse = path(9), middle = path(17), fine = path(33);
  expect_at_most("A3 shake, rows in quads: 9×9 against 17×17", 1e3 * mean_distance(coarse, middle), 0.5,
                 "mm");
  expect_at_most("A3 shake, rows in quads: 17×17 against 33×33", 1e3 * mean_distance(middle, fine), 0.2,
                 "mm");
  expect_at_most("A3 shake, 33×33: rows in quads against rows at nodes",
                 1e3 * mean_distance(shared_nodes(33, RowsAt::elements, Integrator::bdf2),
                                     shared_nodes(33, RowsAt::nodes, Integrator::bdf2)),
                 0.3, "mm");
}

TEST(Shake, WithoutWeightStillKeepsAreas) {
  const Mesh sheet = make_rectangle({0.297, 0.42}, {9, 9});
  StepOptions options;
  options.gravity.setZero();
  Simulation sim(make_cloth_model(sheet, {.density = 1, .virtual_mass = 0.52, .damping = 2.69}),
                 upright(sheet), options);
  sim.grasp("left", {72}, sine_motion({0, 1, 0}, 0.075, 0.6));
  sim.grasp("right", {80}, sine_motion({0, 1, 0}, 0.075, 0.6));
  expect_at_most("A3 shake without gravity: dispersion of element area error",
                 100 * advance(sim, kSteps).area.dispersion, 3, "%");
}

}  // namespace
}  // namespace isocloth::test
