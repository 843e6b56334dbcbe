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
  for (const auto& [method, rows] : {std::pair(ProjectionMethod::implicit, RowsAt::elements),
                                     std::pair(ProjectionMethod::implicit, RowsAt::nodes),
                                     std::pair(ProjectionMethod::fast, RowsAt::nodes)}) {
    StepOptions options;
    options.projection.method = method;
    Simulation sim(make_cloth_model(sheet, {.density = 0.2, .bending = 1e-5, .damping = 1}, {.rows = rows}),
                   sheet.x, options);
    sim.grasp("left", {0});
    sim.grasp("right", {8}, polyline_motion({0.1, 0.2}, {Vec3(0, 0, 0), Vec3(0.05, 0, 0)}, true));  // slips
    (void)sim.step();
    const CountAllocations here;
    for (int k = 0; k < 30; ++k) (void)sim.step();
    EXPECT_EQ(here.count(), 0);
  }
}

TEST(Step, OfRowsInQuadsIsNotThatOfThePapersProjection) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {4, 4});
  StepOptions options;
  options.projection.method = ProjectionMethod::fast;
  EXPECT_REFUSES(Simulation(make_cloth_model(sheet, {}), sheet.x, options), "rows at nodes");
  EXPECT_REFUSES(make_cloth_model(sheet, {}, {.frames = Frames::mean_tangents}), "set rows to nodes");
}

TEST(Step, OfAModelOfEdgesKeepsThem) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {5, 5});
  Simulation sim(make_cloth_model(sheet, {}, {.edges = EdgeModel{1}}), upright(sheet));
  sim.grasp("corner", {20});
  for (int k = 0; k < 20; ++k) {
    const StepReport report = sim.step();
    EXPECT_EQ(report.status, StepStatus::converged) << k;
    EXPECT_LE(report.edge_error, 1e-3) << k;
  }
}

TEST(State, OfAnotherSimulationIsRefused) {
  Simulation sim = shaken_grid(9, 9), other = shaken_grid(9, 10);
  EXPECT_REFUSES(sim.restore(other.state()), "belongs to another simulation");
}

TEST(State, OfASimulationMadeOtherwiseIsRefusedWithWhatDiffers) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {5, 5});
  Mesh other = sheet;
  other.x(3, 1) += 1e-9;
  const Material soft{.density = 0.2, .virtual_mass = 0.2},
      stiff{.density = 0.2, .virtual_mass = 0.2, .damping = 1e-9};
  const auto state = [&](const Mesh& mesh, const Material& material, const ClothOptions& cloth = {},
                         const StepOptions& options = {}) {
    return Simulation(make_cloth_model(mesh, material, cloth), sheet.x, options).state();
  };
  Simulation sim(make_cloth_model(sheet, soft), sheet.x);
  sim.restore(state(sheet, soft));
  sim.restore(state(sheet, soft, {}, {.threads = 2}));  // which does not change results
  StepOptions tight;
  tight.projection.tolerance = 1e-4;
  EXPECT_REFUSES(sim.restore(state(other, soft)), "its mesh is another");
  EXPECT_REFUSES(sim.restore(state(sheet, stiff)), "its material is another");
  EXPECT_REFUSES(sim.restore(state(sheet, soft, {.stiffening_strain = 1e-4})),
                 "its cloth options are others");
  EXPECT_REFUSES(sim.restore(state(sheet, soft, {}, {.dt = 0.005})), "its time step is another");
  EXPECT_REFUSES(sim.restore(state(sheet, soft, {}, {.gravity = {0, 0, -9.81}})), "its gravity is another");
  EXPECT_REFUSES(sim.restore(state(sheet, soft, {}, tight)), "its solver options are others");
  sim.go_on_from(state(sheet, stiff));
  EXPECT_EQ(sim.step().status, StepStatus::converged) << "on purpose it goes on with another material";
}

TEST(State, OfASimulationWithOtherObstaclesIsRefused) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {5, 5});
  const auto with = [&](const std::vector<Obstacle>& obstacles) {
    Simulation sim(make_cloth_model(sheet, {}), sheet.x);
    for (const Obstacle& obstacle : obstacles) sim.add_obstacle(obstacle);
    return sim;
  };
  const PosePath below = fixed_pose({.translation = {0, 0, -1}}),
                 aside = fixed_pose({.translation = {3, 0, 0}});
  const auto at_distance = [](double radius) {
    return make_implicit_shape(
        {.distance_to = [=](const Vec3& p) { return SignedDistance{p.norm() - radius, p.normalized()}; },
         .inner_radius = 0.1,
         .outer_radius = 0.2,
         .surface = {}});
  };
  const Obstacle ball{"ball", make_sphere(0.1), below, 0.3}, box{"box", make_box({1, 1, 1}), below, 0},
      free_form{"form", at_distance(0.1), below, 0};
  Simulation sim = with({ball, free_form});
  sim.restore(
      with({{"moved", make_sphere(0.1), aside, 0.3}, free_form}).state());  // where it is, is no matter
  for (const std::vector<Obstacle>& others : {std::vector<Obstacle>{},
                                              {ball},
                                              {free_form, ball},
                                              {ball, box},
                                              {ball, free_form, box},
                                              {{"ball", make_sphere(0.11), below, 0.3}, free_form},
                                              {{"ball", make_sphere(0.1), below, 0.31}, free_form},
                                              {ball, {"form", at_distance(0.11), below, 0}}})
    EXPECT_REFUSES(sim.restore(with(others).state()), "its obstacles are others");
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
