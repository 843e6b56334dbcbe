#include <gtest/gtest.h>

#include "dynamics/runs.hpp"

/// The whole step with textbook linear algebra: the slow twin of the fast projection, run beside it.

namespace isocloth {
namespace {

struct Sheet {
  Mesh mesh;
  std::vector<int> held;
  double bending = 0;  ///< [N·m]
};

const Sheet kShake{make_rectangle({0.297, 0.42}, {9, 9}), {72, 80}};
const Sheet kTriangles{make_irregular_rectangle({0.297, 0.42}, 60, 2), {2, 3}};
const Sheet kBent{make_rectangle({0.297, 0.42}, {9, 9}), {72, 80}, 1e-4};

/// The paper's shake of a sheet.
Simulation shaken(const Sheet& sheet, ProjectionMethod method, double tolerance) {
  StepOptions options;
  options.projection = {.method = method, .tolerance = tolerance};
  const Material material{.density = 1, .virtual_mass = 0.52, .bending = sheet.bending, .damping = 2.69};
  Simulation sim(make_cloth_model(sheet.mesh, material, {.rows = RowsAt::nodes}), test::upright(sheet.mesh),
                 options);
  sim.add_grasp({.name = "top",
                 .nodes = sheet.held,
                 .motion = sine_motion({0, 1, 0}, 0.075, 0.6, 1.5707963267948966),
                 .grip = rigid_grip()});
  return sim;
}

/// Largest distance of a node in the two runs, over all steps [m].
double distance_of_runs(const Sheet& sheet, int steps, double tolerance) {
  Simulation slow = shaken(sheet, ProjectionMethod::reference, tolerance),
             fast = shaken(sheet, ProjectionMethod::fast, tolerance);
  double distance = 0;
  for (int k = 0; k < steps; ++k) {
    EXPECT_EQ(slow.step().status, StepStatus::converged) << "step " << k;
    EXPECT_EQ(fast.step().status, StepStatus::converged) << "step " << k;
    distance = std::max(distance, (slow.state().x - fast.state().x).rowwise().norm().maxCoeff());
  }
  return distance;
}

/// The same with 1 mm of noise, so with slack: hard constraints along an exactly taut edge have no
/// multipliers that 10⁻⁸ could be asked of.
Sheet slack(Sheet sheet) {
  add_noise(sheet.mesh, 0.001, 1);
  return sheet;
}

TEST(Reference, FollowsTheFastProjectionAtATightTolerance) {
  // both end each step within 10⁻⁸ of the same place, 10⁻⁸ of 0.42 m apart at most; over 10 steps this grows
  // to no more than a micrometre
  for (const Sheet& sheet : {slack(kShake), slack(kTriangles), slack(kBent)})
    EXPECT_LE(distance_of_runs(sheet, 10, 1e-8), 1e-6);
}

TEST(Reference, FollowsTheFastProjectionThroughAQuarterOfASecondAtTheUsualTolerance) {
  // both stop at 10⁻³ after the same iterations, so they differ by rounding until one stops an iteration
  // earlier: from then on by what the tolerance leaves open, 10⁻³ of 0.42 m, a few times
  for (const Sheet& sheet : {kShake, kTriangles, kBent}) EXPECT_LE(distance_of_runs(sheet, 25, 1e-3), 2e-3);
}

}  // namespace
}  // namespace isocloth
