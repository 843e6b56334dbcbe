#include <gtest/gtest.h>

#include "dynamics/contact_runs.hpp"
#include "support/count_allocations.hpp"
#include "support/measured.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

using test::expect_at_most;

/// Whether the segment from a to b passes through an element of the cloth, quads cut into two triangles.
bool passes_through(const Simulation& sim, const Vec3& a, const Vec3& b) {
  const auto through = [&](int i, int j, int k) {
    const Vec3 p = sim.state().x.row(i), q = sim.state().x.row(j), r = sim.state().x.row(k);
    Eigen::Matrix3d m;
    m << q - p, r - p, a - b;
    if (std::abs(m.determinant()) < 1e-15) return false;
    const Vec3 t = m.inverse() * (a - p);
    return t[0] >= 0 && t[1] >= 0 && t[0] + t[1] <= 1 && t[2] >= 0 && t[2] <= 1;
  };
  for (const Element& e : sim.model().rest.elements)
    if (through(e[0], e[1], e[2]) || through(e[0], e[2], e[3])) return true;
  return false;
}

TEST(Contact, ABallOfTwoCentimetresAtFiveMetresPerSecondDoesNotPassThroughAHangingSheet) {
  const Mesh mesh = make_rectangle({0.5, 0.5}, {17, 17});
  std::vector<int> top;
  for (int i = 272; i < 289; ++i) top.push_back(i);
  // at a node, on an edge, in the middle of an element, anywhere
  for (const Vec2& at : {Vec2(0, 0), Vec2(0.0156, 0), Vec2(0.0156, 0.0156), Vec2(0.011, 0.007)}) {
    const Points start = Pose{.rotate_deg = {90, 0, 0}, .translate = {-0.25, 0, -0.25}}.apply(mesh.x);
    Simulation sim(make_cloth_model(mesh, test::kSheet), start);
    sim.grasp("rail", top);
    const Vec3 from(at[0], -0.315, at[1]);
    const auto path = [=](double t) { return RigidPose{.translation = from + Vec3(0, 5 * t, 0)}; };
    sim.add_obstacle({.name = "ball", .shape = make_sphere(0.02), .path = path});
    test::WorstContact worst;
    while (path(sim.state().time).translation[1] < 0.15) {
      worst.add(sim.step());
      ASSERT_FALSE(passes_through(sim, from, path(sim.state().time).translation))
          << "at " << sim.state().time << " s";
    }
    EXPECT_LE(worst.cloth.metric_error, 0.01);
    expect_at_most("ball at 5 m/s: deepest in the surface", 1e3 * worst.surface, 1, "mm");
    EXPECT_GT(sim.state().x.col(1).maxCoeff(), 0.15);  // the sheet goes with the ball
  }
}

TEST(Contact, ASheetThatFallsFastOnAThinPlateDoesNotPassThrough) {
  Simulation sim = test::level_sheet(0.3, 9, 1.0, {.density = 0.2, .virtual_mass = 0.2});
  sim.add_obstacle({.name = "plate", .shape = make_box({1, 1, 0.01})});
  const test::WorstContact worst = test::touch(sim, 80);
  EXPECT_EQ(worst.cloth.missed, 0);
  EXPECT_LE(worst.surface, 1e-3);
  EXPECT_GE(sim.state().x.col(2).minCoeff(), 0.005 - 1e-4);
}

TEST(Contact, ClothThatAnObstaclePiercesIsRefusedWithDepthPlaceAndNode) {
  Simulation sim = test::level_sheet(0.3, 9, 0);
  const Obstacle rod{.name = "rod", .shape = make_capsule(0.02, 0.4)};  // upright through the middle
  EXPECT_REFUSES(
      sim.add_obstacle(rod),
      "obstacle \"rod\": the cloth begins 20 mm inside it, more than half of the way through, at (0.000, "
      "0.000, 0.000) m near node 40; move one of them");
  EXPECT_TRUE(sim.obstacles().empty());
  sim.add_obstacle(rod, StartCheck::none);
  EXPECT_EQ(sim.obstacles().size(), 1u) << "for simulations that are made again as they were";
}

TEST(Contact, ClothPutInsideAnObstacleIsLetOutAtAWalkAndSaysWhyAndHowDeepItStillIs) {
  struct Case {
    const char* name;
    std::shared_ptr<const Shape> shape;
    Vec3 at;  // of the obstacle; the sheet is at height 0
  };
  const Case cases[] = {{"table", make_half_space({0, 0, 0}, {0, 0, 1}), {0, 0, 0.02}},
                        {"ball", make_sphere(0.1), {0.003, 0.002, -0.08}}};
  for (const double dt : {0.01, 0.005}) {
    for (const Case& c : cases) {
      Simulation sim = test::level_sheet(0.3, 9, 0, test::kSheet, {.dt = dt});
      const RigidPose pose{.translation = c.at};
      sim.add_obstacle(
          {.name = c.name, .shape = c.shape, .path = [=](double) { return pose; }, .friction = 0.3});
      EXPECT_NEAR(sim.step().surface_penetration, 0.02 - 0.25 * dt, 1e-4) << c.name;
      double fastest = 0, deepest = 0.02;
      int missed = 0;
      for (int k = 1; k < 0.12 / dt; ++k) {
        const StepReport report = sim.step();
        missed += report.status != StepStatus::converged;
        EXPECT_EQ(report.cause, report.surface_penetration > 1e-3 ? StepCause::began_inside : report.cause);
        EXPECT_TRUE(report.status == StepStatus::converged || report.cause == StepCause::began_inside)
            << c.name;
        EXPECT_LE(report.surface_penetration, deepest + 1e-5) << c.name << " at " << sim.state().time << " s";
        deepest = report.surface_penetration;
        fastest = std::max(fastest, sim.state().v.col(2).maxCoeff());
      }
      EXPECT_LE(missed, 0.02 / (0.25 * dt)) << c.name << ": as long as it takes at a walk";
      EXPECT_GE(missed, 0.015 / (0.25 * dt)) << c.name;
      EXPECT_EQ(sim.step().status, StepStatus::converged) << c.name;
      EXPECT_LE(deepest, 1e-4) << c.name;
      expect_at_most("let out of an obstacle: upwards", fastest, 0.5, "m/s");
    }
  }
}

TEST(Contact, ASmallObstacleDoesNotPokeThroughACoarseElement) {
  // elements of 10 cm, a peg of 2 cm in the middle of one
  Simulation sim = test::level_sheet(0.3, 4, 0.12, {.density = 0.2, .virtual_mass = 0.2, .damping = 0.5});
  sim.add_obstacle({.name = "peg", .shape = make_capsule(0.01, 0.2), .friction = 0.5});
  sim.add_obstacle({.name = "floor", .shape = make_half_space({0, 0, -0.1}, {0, 0, 1}), .friction = 0.5});
  const test::WorstContact worst = test::touch(sim, 150);
  EXPECT_EQ(worst.cloth.missed, 0);
  expect_at_most("peg under a coarse element: deepest in the surface", 1e3 * worst.surface, 1, "mm");
  EXPECT_GT(sim.state().x.col(2).maxCoeff(), 0.05);  // hangs on the peg
}

TEST(Contact, ACoarseHardClothOverSharpEdgesTakesFewIterations) {
  Simulation sim = test::level_sheet(0.6, 9, 0.05);
  RigidPose below;
  below.translation = {0, 0, -0.02};
  sim.add_obstacle(
      {.name = "box", .shape = make_box({0.3, 0.3, 0.04}, 1e-3), .path = fixed_pose(below), .friction = 0.3});
  (void)test::touch(sim, 20);  // it lands flat, and buckles
  const int steps = test::kSanitized ? 40 : 280;
  int iterations = 0;
  for (int k = 0; k < steps; ++k) {
    const StepReport report = sim.step();
    EXPECT_EQ(report.status, StepStatus::converged) << k;
    EXPECT_EQ(report.substeps, 1) << k;
    iterations += report.iterations;
  }
  EXPECT_LE(iterations, 4 * steps);
}

/// Edges that lie flat up to the rim of the table do not tilt over it.
TEST(Contact, ATableclothComesToRestAndThenTakesOneIteration) {
  if (test::kSanitized) GTEST_SKIP() << "takes a minute under sanitizers";
  for (const int nodes : {13, 17, 23}) {
    Simulation sim = test::level_sheet(1, nodes, 0.03, {.density = 0.2, .bending = 1e-5, .damping = 1});
    sim.add_obstacle({.name = "table",
                      .shape = make_box({0.6, 0.6, 0.04}, 0.005),
                      .path = fixed_pose({.translation = {0, 0, -0.02}}),
                      .friction = 0.3});
    (void)test::touch(sim, 300);
    for (int k = 0; k < 20; ++k) EXPECT_EQ(sim.step().iterations, 1) << nodes << " nodes a side, " << k;
  }
}

TEST(Contact, AHardClothKeepsHalfTheThicknessFromObstacles) {
  Simulation sim = test::level_sheet(0.3, 7, 0.01,
                                     {.density = 0.2,
                                      .virtual_mass = 0.2,
                                      .thickness = 0.004,
                                      .compression = std::numeric_limits<double>::infinity()});
  sim.add_obstacle({.name = "floor", .shape = test::floor_shape()});
  (void)test::touch(sim, 50);
  EXPECT_NEAR(sim.state().x.col(2).minCoeff(), 0.002, 1e-6);
  EXPECT_NEAR(sim.state().x.col(2).maxCoeff(), 0.002, 1e-6);
}

TEST(Contact, AHardClothSqueezedToHalfItsThicknessIsFiniteSaysSoAndRecovers) {
  if (test::kSanitized) GTEST_SKIP() << "takes minutes under sanitizers";
  for (const double friction : {0.0, 0.5}) {
    Simulation sim = test::level_sheet(0.3, 9, 0.001,
                                       {.density = 0.2,
                                        .virtual_mass = 0.2,
                                        .thickness = 0.002,
                                        .compression = std::numeric_limits<double>::infinity()});
    const auto closing = [](double t) {
      const double gap = t < 1 ? 0.01 - 0.009 * t : t < 1.3 ? 0.001 : 0.001 + 0.02 * (t - 1.3);
      return RigidPose{.translation = {0, 0, gap + 0.01}};
    };
    sim.add_obstacle({.name = "lower", .shape = test::floor_shape(), .friction = friction});
    sim.add_obstacle(
        {.name = "upper", .shape = make_box({1, 1, 0.02}), .path = closing, .friction = friction});
    const test::WorstContact closes = test::touch(sim, 100);
    EXPECT_GT(closes.cloth.missed, 0);
    const test::WorstContact squeezed = test::touch(sim, 30);
    EXPECT_EQ(squeezed.cloth.missed, 30);
    EXPECT_NEAR(squeezed.nodes, 0.0005, 1e-5);  // the best compromise: as much on both sides
    EXPECT_TRUE(sim.state().x.allFinite());
    (void)test::touch(sim, 20);
    const test::WorstContact after = test::touch(sim, 80);
    EXPECT_EQ(after.cloth.missed, 0);
    EXPECT_LE(after.nodes, 1e-4);
    EXPECT_LE(sim.state().v.cwiseAbs().maxCoeff(), 0.01);
    EXPECT_NEAR(sim.obstacle_load(0).force[2], test::weight_of(sim), 0.01 * test::weight_of(sim));
  }
}

TEST(Contact, AGraspDraggedIntoATableSlipsSaysSoAndRecovers) {
  for (const double friction : {0.0, 0.5}) {
    Simulation sim = test::level_sheet(0.3, 9, 0.02, {.density = 0.2, .virtual_mass = 0.2, .damping = 0.2});
    const RigidPose below{.translation = {0, 0, -0.15}};
    sim.add_obstacle(
        {.name = "table", .shape = make_box({1, 1, 0.3}), .path = fixed_pose(below), .friction = friction});
    sim.grasp("finger", {40},
              polyline_motion({0, 1, 2, 3}, {{0, 0, 0.02}, {0, 0, -0.1}, {0, 0, -0.1}, {0, 0, 0.1}}),
              rigid_grip());
    test::WorstContact inside;
    for (int k = 0; k < 200; ++k) {
      const StepReport report = sim.step();
      inside.add(report);
      if (k == 150) {
        EXPECT_EQ(report.status, StepStatus::infeasible);
        EXPECT_NEAR(report.grasp_slip, 0.1, 1e-3);
      }
    }
    EXPECT_TRUE(sim.state().x.allFinite());
    EXPECT_LE(inside.nodes, 1e-4);
    EXPECT_LE(inside.cloth.area.dispersion, 0.03);
    (void)test::touch(sim, 150);
    const test::WorstContact after = test::touch(sim, 50);
    EXPECT_EQ(after.cloth.missed, 0);
    EXPECT_NEAR(sim.state().x(40, 2), 0.1, 1e-9);
  }
}

TEST(Contact, ClothThatHasSettledOnAnObstacleStaysAtRest) {
  if (test::kSanitized) GTEST_SKIP() << "takes minutes under sanitizers";
  const auto way_in_a_second = [](std::shared_ptr<const Shape> shape, double height, Integrator integrator) {
    Simulation sim =
        test::level_sheet(0.5, 13, 0.03, {.density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = 1},
                          {.integrator = integrator});
    ClothState start = sim.state();
    for (Eigen::Index i = 0; i < start.x.rows(); ++i)
      start.x(i, 2) += 1e-3 * std::sin(7.0 * static_cast<double>(i));
    sim.restore(start);
    const RigidPose below{.translation = {0, 0, height}};
    sim.add_obstacle(
        {.name = "support", .shape = std::move(shape), .path = fixed_pose(below), .friction = 0.3});
    (void)test::touch(sim, 1000);
    const Points settled = sim.state().x;
    (void)test::touch(sim, 100);
    return (sim.state().x - settled).rowwise().norm().maxCoeff();
  };
  // in perfect symmetry over four corners it may tremble by some hundredths of a millimetre
  for (const Integrator integrator : {Integrator::euler, Integrator::bdf2}) {
    expect_at_most("settled on a table: way of a node in a second",
                   1e3 * way_in_a_second(make_box({0.3, 0.3, 0.04}, 0.005), -0.02, integrator), 0.01, "mm");
    // on a few points of a ball a flap may go on swinging by a tenth of a millimetre
    expect_at_most("settled on a ball: way of a node in a second",
                   1e3 * way_in_a_second(make_sphere(0.1), -0.09, integrator), 0.2, "mm");
  }
}

TEST(Contact, AFallingSheetDoesNotBounce) {
  for (const double dt : {0.02, 0.01, 0.005, 0.0025}) {
    Simulation sim =
        test::level_sheet(0.3, 7, 0.25, {.density = 0.2, .virtual_mass = 0.2, .damping = 0.4}, {.dt = dt});
    sim.add_obstacle({.name = "far", .shape = make_half_space({0, 0, -9}, {0, 0, 1})});
    sim.add_obstacle({.name = "floor", .shape = test::floor_shape(), .friction = 0.3});
    double up = 0;
    while (sim.state().time < 0.5) {
      EXPECT_EQ(sim.step().status, StepStatus::converged);
      up = std::max(up, sim.state().v.col(2).maxCoeff());
    }
    expect_at_most("fallen on a floor at 2.2 m/s: upwards", up, 1e-3, "m/s");
    EXPECT_LE(sim.state().x.col(2).maxCoeff(), 1e-6) << dt;
    EXPECT_NEAR(sim.obstacle_load(1).force[2], test::weight_of(sim), 1e-3 * test::weight_of(sim)) << dt;
  }
}

TEST(Contact, StepsWithManyContactsAllocateNothing) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  Simulation sim = test::level_sheet(0.4, 11, 0.13);
  sim.add_obstacle({.name = "ball", .shape = make_sphere(0.1), .friction = 0.4});
  sim.add_obstacle({.name = "floor", .shape = make_half_space({0, 0, -0.05}, {0, 0, 1}), .friction = 0.3});
  (void)test::touch(sim, 5);
  const test::CountAllocations count;
  (void)test::touch(sim, 60);
  EXPECT_EQ(count.count(), 0);
}

TEST(Contact, StepsOfASqueezedClothAllocateNothing) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  Material cloth = test::kSheet;
  cloth.thickness = 1e-3;
  Simulation sim = test::level_sheet(0.4, 11, 0.001, cloth);
  sim.add_obstacle({.name = "floor", .shape = test::floor_shape(), .friction = 0.3});
  const auto closing = [](double t) { return RigidPose{.translation = {0.013, 0.007, 0.0116 - 0.002 * t}}; };
  sim.add_obstacle(
      {.name = "stamp", .shape = make_box({0.05, 0.03, 0.02}), .path = closing, .friction = 0.3});
  (void)test::touch(sim, 5);
  const test::CountAllocations count;
  (void)test::touch(sim, 40);
  EXPECT_EQ(count.count(), 0);
}

TEST(Contact, GivesTheSameBitsForAnyNumberOfThreads) {
  Points expected;
  for (const int threads : {1, 2, 3}) {
    Simulation sim = test::level_sheet(0.5, 33, 0.105, test::kSheet, {.threads = threads});
    sim.add_obstacle({.name = "ball", .shape = make_sphere(0.1), .friction = 0.4});
    (void)test::touch(sim, test::kSanitized ? 3 : 12);
    if (threads == 1) expected = sim.state().x;
    EXPECT_EQ(sim.state().x, expected) << threads << " threads";
  }
}

}  // namespace
}  // namespace isocloth
