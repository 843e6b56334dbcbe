/// Fingers that pinch cloth by contact and friction.

#include <gtest/gtest.h>

#include "dynamics/contact_runs.hpp"
#include "isocloth/contact/contact.hpp"
#include "support/count_allocations.hpp"
#include "support/measured.hpp"
#include "support/refusal.hpp"

namespace isocloth {
namespace {

using test::expect_at_most;

/// A sheet of 0.2 m that hangs in the plane y = 0, its upper edge at height 0, between a jaw that stands and
/// a finger that closes on it; a grasp holds it until 0.5 s, and from 0.7 s on both jaws go up.
struct Pinch {
  int nodes = 21;
  double side = 0.02;  ///< of the jaws [m]
  Vec2 at{0, -0.015};  ///< x, z of their middle [m]
  double friction = 0.5;
  double force = 0.1;  ///< closing [N]
  double dt = 0.01;
  double thickness = 1e-3;
  double speed = 0.1;  ///< of closing [m/s]
  double lift = 1;     ///< [m/s²]
  double damping = 0.2;
  double open = 0.005;  ///< [m]

  static constexpr double kRelease = 0.5, kLift = 0.7;
  Material material() const {
    return {.density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = damping, .thickness = thickness};
  }
  double weight() const { return 0.2 * 0.04 * 9.8; }
  /// F that carries weight and inertia: 2 µ F = m(g + a).
  double least_force() const { return 0.2 * 0.04 * (9.8 + lift) / (2 * friction); }

  Simulation make() const {
    const Mesh mesh = make_rectangle({0.2, 0.2}, {nodes, nodes});
    const Points start = Pose{.rotate_deg = {90, 0, 0}, .translate = {-0.1, 0, -0.2}}.apply(mesh.x);
    Simulation sim(make_cloth_model(mesh, material()), start, {.dt = dt});
    std::vector<int> top;
    for (int i = 0; i < nodes; ++i) top.push_back(nodes * (nodes - 1) + i);
    sim.add_grasp({.name = "start", .nodes = top, .motion = fixed_motion(), .until = kRelease});
    const double away = thickness / 2 + 0.01;
    const auto path = [*this](double y) {
      return [*this, y](double t) {
        const double s = std::max(0.0, t - kLift);
        return RigidPose{.translation = {at[0], y, at[1] + 0.5 * lift * s * s}};
      };
    };
    const auto box = make_box({side, 0.02, side}, 0.001);
    sim.add_obstacle({.name = "jaw", .shape = box, .path = path(-away), .friction = friction});
    sim.add_obstacle(
        {.name = "finger",
         .shape = box,
         .path = path(away + open),
         .friction = friction,
         .finger =
             Finger{.axis = {0, -1, 0}, .force = constant_force(force), .stroke = 0.03, .speed = speed}});
    return sim;
  }
};

/// The point of the cloth that is between the jaws at the start.
SurfacePoint between_jaws(const Pinch& pinch, const Simulation& sim) {
  const double u = pinch.at[0] + 0.1, v = pinch.at[1] + 0.2;  // on the sheet [m]
  for (const Element& e : sim.model().rest.elements) {
    const auto low = sim.model().rest.x.row(e[0]), high = sim.model().rest.x.row(e[2]);
    const double a = (u - low[0]) / (high[0] - low[0]), b = (v - low[1]) / (high[1] - low[1]);
    if (a >= 0 && a <= 1 && b >= 0 && b <= 1)
      return {e, {(1 - a) * (1 - b), a * (1 - b), a * b, (1 - a) * b}, 4};
  }
  return {};
}

/// What a pinch comes to.
struct Pinched {
  double slip = 0;   ///< of the cloth from between the jaws, since before the grasp let go [m]
  double error = 0;  ///< of the finger's force on the cloth against its closing force, at rest [-]
  test::WorstContact worst{};
};

Pinched run(const Pinch& pinch, double until = 1.2) {
  Simulation sim = pinch.make();
  Pinched result;
  const SurfacePoint point = between_jaws(pinch, sim);
  const auto place = [&] {  // its height in the frame of the jaw
    return point.at(sim.state().x)[2] - sim.obstacle_pose(0).translation[2];
  };
  double before = 0;
  for (int k = 0; k < static_cast<int>(std::lround(until / pinch.dt)); ++k) {
    if (k == static_cast<int>(std::lround(0.48 / pinch.dt))) {
      before = place();
      result.error = std::abs(-sim.obstacle_load(1).force[1] / pinch.force - 1);
    }
    result.worst.add(sim.step());
  }
  result.slip = before - place();
  return result;
}

TEST(Finger, HoldsAndLiftsAtTheLeastForceThatFrictionAllowsAndSlipsBelow) {
  double held = 0, error = 0;
  for (const double friction : {0.2, 0.5, 1.0})
    for (const double dt : {0.005, 0.01, 0.02}) {
      Pinch pinch{.friction = friction, .dt = dt};
      pinch.force = 1.2 * pinch.least_force();
      const Pinched holds = run(pinch);
      EXPECT_EQ(holds.worst.cloth.missed, 0) << "µ = " << friction << ", dt = " << dt;
      held = std::max(held, std::abs(holds.slip));
      error = std::max(error, holds.error);
      pinch.force = 0.8 * pinch.least_force();
      EXPECT_GT(run(pinch).slip, 0.1) << "µ = " << friction << ", dt = " << dt;
    }
  expect_at_most("pinched at 1.2 × the least force, lifted at 1 m/s²: slip", 1e3 * held, 1, "mm");
  expect_at_most("finger at rest: force on the cloth against the closing force", error, 0.01, "-");
}

TEST(Finger, HoldsWhateverTheMeshThePlaceAndTheThickness) {
  const Pinch cases[] = {{.nodes = 9},                                        // elements of 25 mm
                         {.nodes = 5, .side = 0.015},                         // of 50 mm, between nodes
                         {.nodes = 5, .side = 0.015, .at = {0.025, -0.025}},  // inside one
                         {.nodes = 41},
                         {.at = {0.005, -0.01}},
                         {.thickness = 0.3e-3},
                         {.thickness = 4e-3},
                         {.speed = 1}};
  for (Pinch pinch : cases) {
    pinch.force = 2 * pinch.least_force();
    const Pinched result = run(pinch);
    const double element =
        0.2 / (pinch.nodes - 1);  // [m] jaws of 15 mm within one of 50 mm let it bend around them
    EXPECT_LE(std::abs(result.slip), std::max(1e-3, 0.1 * (element - 0.025)))
        << pinch.nodes << " nodes, " << pinch.side << " m, t = " << pinch.thickness;
    EXPECT_TRUE(std::isfinite(result.worst.nodes));
  }
}

TEST(Finger, LetsClothSlideBelowTheLeastForceAndFallFreelyOnceItIsOut) {
  for (const double share : {0.5, 0.8})
    for (const int nodes : {11, 21, 41}) {
      Pinch pinch{.nodes = nodes, .at = {0, -0.05}, .lift = 0, .damping = 0};
      pinch.force = share * pinch.least_force();
      Simulation sim = pinch.make();
      const auto speed = [&] { return -sim.state().v.col(2).mean(); };
      (void)test::touch(sim, 125);
      const double out = speed();
      (void)test::touch(sim, 10);
      EXPECT_NEAR((speed() - out) / 0.1, 9.8, 0.01) << nodes << " nodes";
    }
}

TEST(Finger, TakesOverFromAHandThatHoldsTheCornerItClosesOn) {
  for (const Grip& grip : {Grip{}, rigid_grip()})
    for (const Vec2& at : {Vec2(-0.1, 0), Vec2(-0.095, -0.005), Vec2(-0.09, -0.01)}) {
      Pinch pinch{.at = at, .force = 0.5};
      const Mesh mesh = make_rectangle({0.2, 0.2}, {21, 21});
      const Points start = Pose{.rotate_deg = {90, 0, 0}, .translate = {-0.1, 0, -0.2}}.apply(mesh.x);
      Simulation sim(make_cloth_model(mesh, pinch.material()), start, {});
      sim.add_grasp({.name = "hand", .nodes = {420}, .until = 0.6, .grip = grip});
      sim.add_grasp({.name = "other", .nodes = {440}, .until = 0.6, .grip = grip});
      for (const double side : {-1.0, 1.0})
        sim.add_obstacle(
            {.name = side < 0 ? "left" : "right",
             .shape = make_box({0.02, 0.02, 0.02}, 0.001),
             .path = fixed_pose({.translation = {at[0], 0, at[1]}}),
             .friction = 0.5,
             .finger = Finger{
                 .axis = {0, -side, 0}, .opening = 0.015, .force = constant_force(0.5), .stroke = 0.02}});
      EXPECT_EQ(test::touch(sim, 58).cloth.missed, 0) << at.transpose();
      EXPECT_NEAR(sim.obstacle_load(0).force[1], 0.5, 0.01) << at.transpose();
      EXPECT_NEAR(sim.obstacle_load(1).force[1], -0.5, 0.01) << at.transpose();
      const double corner = sim.state().x(420, 2);
      (void)test::touch(sim, 60);
      EXPECT_NEAR(sim.state().x(420, 2), corner, 0.01) << "held by the jaws alone, at " << at.transpose();
    }
}

TEST(Finger, ClosesAtItsSpeedStopsAtItsStopAndOpens) {
  Simulation sim = test::level_sheet(0.2, 5, 1);
  const int finger = sim.add_obstacle(
      {.name = "finger",
       .shape = make_sphere(0.01),
       .finger = Finger{.axis = {0, 0, -2}, .force = constant_force(5), .stroke = 0.03, .speed = 0.1}});
  (void)test::touch(sim, 10);
  EXPECT_NEAR(sim.state().obstacles[0].velocity, 0.1, 1e-4);
  (void)test::touch(sim, 40);
  EXPECT_NEAR(sim.state().obstacles[0].position, 0.03, 1e-6);
  EXPECT_NEAR(sim.obstacle_pose(finger).translation[2], -0.03, 1e-6);
  EXPECT_EQ(sim.obstacle_load(finger).force, Vec3::Zero().eval());
  sim.set_finger_force(finger, -5);
  (void)test::touch(sim, 50);
  EXPECT_NEAR(sim.state().obstacles[0].position, 0, 1e-6);
  EXPECT_NEAR(sim.state().obstacles[0].velocity, 0,
              1e-5);  // the contact program's tolerance, 1e-7 m, in a step
}

TEST(Finger, WithAPrescribedPositionIsWhereThatSaysAndTheClothsLawGivesTheForce) {
  const Material material{
      .density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = 0.2, .thickness = 1e-3};
  Simulation sim = test::level_sheet(0.2, 21, 0.5e-3, material);
  sim.add_obstacle({.name = "floor", .shape = test::floor_shape(), .friction = 0.5});
  const int press = sim.add_obstacle(
      {.name = "press",
       .shape = make_box({1, 1, 0.02}),
       .path = fixed_pose({.translation = {0, 0, 0.01}}),
       .friction = 0.5,
       .finger =
           Finger{.axis = {0, 0, -1}, .opening = 2e-3, .position = keyframe_drive({0, 0.5}, {0, 1.3e-3})}});
  EXPECT_EQ(sim.finger_position(press), 0);
  EXPECT_NEAR(sim.obstacle_pose(press).translation[2], 0.012, 1e-15);
  EXPECT_EQ(test::touch(sim, 80).cloth.missed, 0);
  EXPECT_NEAR(sim.finger_position(press), 1.3e-3, 1e-15);  // 0.7 t above the floor
  const double law = 0.04 * 1000 * 0.6 / 0.4;              // A P z/(1 − z), z = 0.3/0.5
  EXPECT_NEAR(-sim.obstacle_load(press).force[2], law, 0.02 * law);
  EXPECT_REFUSES(sim.set_finger_force(press, 1.0), "goes by its position, not by a force");
}

TEST(Finger, OfAHandHasItsPoseAndBeginsAsFarBackAsItIsOpen) {
  Simulation sim = test::level_sheet(0.2, 5, 1);
  const RigidPose hand{Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Vec3::UnitX())), {0.1, 0.2, 0.3}};
  const int finger = sim.add_obstacle({.name = "finger",
                                       .shape = make_sphere(0.01),
                                       .path = fixed_pose(hand),
                                       .finger = Finger{.axis = {0, 0, 1},
                                                        .opening = 0.02,
                                                        .force = keyframe_drive({0, 0.5, 0.51}, {5, 5, -5}),
                                                        .stroke = 0.02}});
  const auto off = [&] {
    return Vec3(hand.rotation.conjugate() * (sim.obstacle_pose(finger).translation - hand.translation));
  };
  EXPECT_LE((off() - Vec3(0, 0, -0.02)).norm(), 1e-15);
  (void)test::touch(sim, 50);
  EXPECT_LE(off().norm(), 1e-6) << "closed: at its stop";
  (void)test::touch(sim, 50);
  EXPECT_LE((off() - Vec3(0, 0, -0.02)).norm(), 1e-6) << "its force turned round: open";
}

TEST(Finger, LetsGoWhenItOpens) {
  Pinch pinch;
  pinch.force = 3 * pinch.least_force();
  Simulation sim = pinch.make();
  (void)test::touch(sim, 100);
  const double before = sim.state().x.col(2).mean();
  sim.set_finger_force(1, -1);
  (void)test::touch(sim, 50);
  EXPECT_LT(sim.state().x.col(2).mean(), before - 0.3);
}

TEST(Finger, IsPartOfTheState) {
  Pinch pinch;
  pinch.force = 1.5 * pinch.least_force();
  Simulation sim = pinch.make();
  (void)test::touch(sim, 60);
  const ClothState saved = sim.state();
  Simulation twin = sim.twin();
  (void)test::touch(sim, 40);
  (void)test::touch(twin, 40);
  EXPECT_EQ(twin.state().x, sim.state().x);
  EXPECT_EQ(twin.state().obstacles[1].position, sim.state().obstacles[1].position);
  const Points end = sim.state().x;
  sim.restore(saved);
  (void)test::touch(sim, 40);
  EXPECT_EQ(sim.state().x, end);
  Pinch other = pinch;
  other.speed = 0.3;
  Simulation another = other.make();
  EXPECT_REFUSES(another.restore(saved), "its obstacles are others");
}

TEST(Finger, StepsAllocateNothing) {
  if (!test::CountAllocations::works()) GTEST_SKIP() << "the sanitizer owns malloc";
  Simulation sim = Pinch{.force = 0.2}.make();
  (void)test::touch(sim, 5);
  const test::CountAllocations count;
  (void)test::touch(sim, 60);
  EXPECT_EQ(count.count(), 0);
}

TEST(Finger, RefusesWhatCannotBe) {
  Simulation sim = test::level_sheet(0.2, 5, 1);
  const auto with = [](Finger finger) {
    return Obstacle{.name = "f", .shape = make_sphere(0.01), .finger = std::move(finger)};
  };
  EXPECT_REFUSES(sim.add_obstacle(with({})), "the finger of obstacle \"f\" has no force");
  EXPECT_REFUSES(sim.add_obstacle(with({.force = constant_force(1), .mass = 0})),
                 "mass of the finger of obstacle \"f\" must be above 0 kg, got 0");
  EXPECT_REFUSES(sim.add_obstacle(with({.force = constant_force(1), .position = constant_force(0)})),
                 "the finger of obstacle \"f\" has both a force and a position");
  EXPECT_REFUSES(sim.add_obstacle(with({.opening = -1, .force = constant_force(1)})),
                 "opening of the finger of obstacle \"f\" must be at least 0 m, got -1");
  EXPECT_REFUSES(keyframe_drive({0, 1}, {1}), "got 2 times and 1 values");
  EXPECT_REFUSES(keyframe_drive({1, 1}, {1, 2}), "times of a drive of keys must increase");
  sim.add_obstacle({.name = "ball", .shape = make_sphere(0.01)});
  EXPECT_REFUSES(sim.set_finger_force(0, 1.0), "obstacle \"ball\" is no finger");
}

}  // namespace
}  // namespace isocloth
