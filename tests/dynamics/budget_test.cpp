#include <gtest/gtest.h>

#include <limits>

#include "dynamics/contact_runs.hpp"
#include "dynamics/runs.hpp"
#include "support/measured.hpp"

namespace isocloth::test {
namespace {

constexpr int kWildSteps = 150;

/// A sheet hung by two corners that are pulled apart by 20 % of its width within 0.2 s, jump by half a metre
/// in one step, and come back as suddenly.
Simulation wild_sheet(const StepOptions& options) {
  const Mesh sheet = make_rectangle({0.5, 0.5}, {11, 11});
  const bool printed = options.projection.method != ProjectionMethod::implicit;
  Simulation sim(make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .damping = 0.5},
                                  {.rows = printed ? RowsAt::nodes : RowsAt::elements}),
                 upright(sheet), options);
  const std::vector<double> times{0, 0.2, 0.5, 0.505, 0.8, 0.805};
  const Vec3 in(0, 0, 0), out(0.05, 0, 0), jump(0, 0.5, 0.2);
  sim.grasp("left", {110}, polyline_motion(times, {in, -out, -out, jump, jump, in}, true));
  sim.grasp("right", {120}, polyline_motion(times, {in, out, out, jump, jump, in}, true));
  return sim;
}

double largest_constraint_error(const Simulation& sim) {
  const QuadraticRows& rows = sim.model().rows;
  Vector c = Vector::Zero(rows.pattern().row_count());
  rows.measure(sim.state().x, c);
  return c.head(rows.pattern().constraint_rows).cwiseAbs().maxCoeff();
}

StepOptions with_budget(int budget, ProjectionMethod method = ProjectionMethod::implicit) {
  StepOptions options;
  options.iteration_budget = budget;
  options.projection.method = method;
  return options;
}

void expect_honest_steps(Simulation& sim, int steps) {
  for (int k = 0; k < steps; ++k) {
    const StepReport report = sim.step();
    ASSERT_LE(report.iterations, sim.options().iteration_budget) << "step " << k;
    ASSERT_EQ(report.substeps, 1);
    ASSERT_TRUE(sim.state().x.allFinite() && sim.state().v.allFinite() && sim.state().multipliers.allFinite())
        << "step " << k;
    // the same sums, perhaps in another order: ε times the terms, which reach (1 m / 0.05 m)²
    const double error = largest_constraint_error(sim);
    ASSERT_NEAR(report.metric_error, error, 1e-12 * (1 + error)) << "step " << k;
    ASSERT_TRUE(report.status != StepStatus::converged || error <= sim.options().projection.tolerance);
  }
}

TEST(Budget, IsKeptAndWhatIsNotMetIsReported) {
  for (const ProjectionMethod method : {ProjectionMethod::implicit, ProjectionMethod::fast})
    for (const int budget : kSanitized ? std::vector{2} : std::vector{1, 2, 3}) {
      Simulation sim = wild_sheet(with_budget(budget, method));
      SCOPED_TRACE("budget " + std::to_string(budget));
      expect_honest_steps(sim, kWildSteps);
    }
}

/// Pulled 20 % too far within 0.2 s, held there, and brought back.
Simulation overpulled_sheet(const StepOptions& options) {
  const Mesh sheet = make_rectangle({0.5, 0.5}, {11, 11});
  const bool printed = options.projection.method != ProjectionMethod::implicit;
  Simulation sim(make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .damping = 0.5},
                                  {.rows = printed ? RowsAt::nodes : RowsAt::elements}),
                 upright(sheet), options);
  const std::vector<double> times{0, 0.2, 0.5, 0.7};
  const Vec3 in(0, 0, 0), out(0.05, 0, 0);
  sim.grasp("left", {110}, polyline_motion(times, {in, -out, -out, in}, true));
  sim.grasp("right", {120}, polyline_motion(times, {in, out, out, in}, true));
  return sim;
}

TEST(Budget, IsEnoughAgainOnceACloseCallIsOver) {
  for (const int budget : kSanitized ? std::vector{2} : std::vector{1, 2, 3}) {
    Simulation sim = overpulled_sheet(with_budget(budget)), thrown = wild_sheet(with_budget(budget));
    (void)advance(sim, 450);
    (void)advance(thrown, 450);
    expect_at_most(("budget " + std::to_string(budget) + ", 4 s after a throw: metric error").c_str(),
                   100 * advance(thrown, 100).metric_error, 0.1, "%");
    const Worst calm = advance(sim, 100);
    expect_at_most(("budget " + std::to_string(budget) + ", 4 s after an overpull: metric error").c_str(),
                   100 * calm.metric_error, 0.1, "%");
    EXPECT_EQ(calm.missed, 0);
  }
}

TEST(Budget, OfAStepThatIsNotTakenLeavesNoForceOfObstacles) {
  StepOptions options = with_budget(1);
  options.integrator = Integrator::euler;
  Simulation sim = level_sheet(0.5, 7, 0.02, kSheet, options);
  sim.add_obstacle({.name = "floor", .shape = floor_shape()});
  sim.grasp("corner", {0}, fixed_motion(), rigid_grip());
  (void)touch(sim, 60);
  EXPECT_GT(sim.obstacle_load(0).force[2], 0);
  sim.grasp("other", {48}, polyline_motion({0, 0.01}, {Vec3(0, 0, 0), Vec3(0.1, 0.1, 0)}, true),
            rigid_grip());
  EXPECT_EQ(sim.step().status, StepStatus::infeasible);
  EXPECT_EQ(sim.obstacle_load(0).force, Vec3::Zero());
  EXPECT_EQ(sim.contact_force().norm(), 0);
}

/// A sheet that lies on a floor, one edge of which a hand lifts and lays down on the other side of the
/// opposite edge, faster than a small budget allows.
Simulation turned_sheet(int budget, const Grip& grip) {
  Simulation sim = level_sheet(0.4, 9, 0.002, kSheet, with_budget(budget));
  sim.add_obstacle({.name = "floor", .shape = floor_shape(), .friction = 0.4});
  sim.grasp("hem", {0, 9, 18, 27, 36, 45, 54, 63, 72}, fixed_motion(), grip);
  const std::vector<Vec3> path{Vec3(0, 0, 0), Vec3(-0.4, 0, 0.35), Vec3(-0.75, 0, 0.01)};
  sim.grasp("hand", {35, 44, 53}, polyline_motion({0.2, 0.7, 1.2}, path, true), grip);
  return sim;
}

TEST(Budget, HandsWaitForClothThatStandsStillAndComeToTheEndOfTheirPath) {
  for (const Grip& grip : {Grip{}, rigid_grip()})
    for (const int budget : grip.is_rigid() || kSanitized ? std::vector{3} : std::vector{2, 3}) {
      Simulation sim = turned_sheet(budget, grip);
      (void)advance(sim, kSanitized ? 400 : 700);
      double slip = 0;
      int missed = 0;
      for (int k = 0; k < 100; ++k) {
        const StepReport report = sim.step();
        slip = std::max(slip, report.grasp_slip);
        missed += report.status != StepStatus::converged;
      }
      const std::string name = std::string(grip.is_rigid() ? "rigid" : "compliant") + " hand, budget " +
                               std::to_string(budget) + ", some seconds after the end of its path: ";
      expect_at_most((name + "nodes beside it").c_str(), 1e3 * slip, 1, "mm");
      EXPECT_EQ(missed, 0) << name;
    }
}

TEST(Budget, ThatIsNeverReachedChangesNothing) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {9, 9});
  const auto model =
      make_cloth_model(sheet, {.density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = 1});
  Simulation plain(model, upright(sheet)), budgeted(model, upright(sheet), with_budget(50));
  for (Simulation* sim : {&plain, &budgeted}) {
    sim->grasp("left", {72}, sine_motion({0, 1, 0}, 0.05, 0.5));
    sim->grasp("right", {80}, sine_motion({0, 1, 0}, 0.05, 0.5));
  }
  for (int k = 0; k < 200; ++k) {
    ASSERT_EQ(plain.step().iterations, budgeted.step().iterations);
    ASSERT_EQ(plain.state().x, budgeted.state().x);
    ASSERT_EQ(plain.state().v, budgeted.state().v);
    ASSERT_EQ(plain.state().multipliers, budgeted.state().multipliers);
  }
}

/// Lowest node beyond the edge of the plate excepted, above its middle plane [m].
double lowest_over_plate(const Simulation& sim, double plate) {
  double lowest = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < sim.state().x.rows(); ++i) {
    const Eigen::RowVector3d x = sim.state().x.row(i);
    if (std::abs(x[0]) < 0.3 && std::abs(x[1]) < 0.3) lowest = std::min(lowest, x[2] - plate);
  }
  return lowest;
}

TEST(Budget, NeverLetsFallingClothThroughAThinPlate) {
  for (const int budget : kSanitized ? std::vector{1} : std::vector{1, 2, 3, 8}) {
    Simulation sim = level_sheet(0.4, 9, 2, kSheet, with_budget(budget));
    sim.add_obstacle({.name = "plate", .shape = make_box({1, 1, 0.01}), .friction = 0.3});
    for (int k = 0; k < 150; ++k) {
      (void)sim.step();
      ASSERT_GT(lowest_over_plate(sim, 0), 0) << "budget " << budget << ", step " << k;
    }
    EXPECT_LT(sim.state().x.col(2).mean(), 0.1) << "it arrived, budget " << budget;
  }
}

TEST(Budget, NeverLetsAFastPlateThroughRestingCloth) {
  for (const int budget : kSanitized ? std::vector{1} : std::vector{1, 3}) {
    Simulation sim = level_sheet(0.4, 9, 0.2, kSheet, with_budget(budget));
    sim.add_obstacle({.name = "plate", .shape = make_box({1, 1, 0.01}), .path = [](double t) {
                        return RigidPose{.translation = {0, 0, 3 * t}};
                      }});
    for (int k = 0; k < 60; ++k) {
      (void)sim.step();
      ASSERT_GT(lowest_over_plate(sim, 3 * sim.state().time), -0.005)
          << "budget " << budget << ", step " << k;
    }
  }
}

}  // namespace
}  // namespace isocloth::test
