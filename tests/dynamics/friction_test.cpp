#include <gtest/gtest.h>

#include "dynamics/contact_runs.hpp"
#include "support/measured.hpp"

namespace isocloth {
namespace {

using test::expect_at_most;

constexpr double kDegree = std::numbers::pi / 180;

TEST(Friction, LetsASheetSlideIfAndOnlyIfTheSlopeIsSteeperThanItsAngle) {
  for (const double friction : {0.2, 0.5, 0.8})
    for (const double dt : {0.01, 0.005}) {
      const int steps = static_cast<int>(std::lround(1 / dt));
      Simulation stays = test::sheet_on_slope(std::atan(friction) - kDegree, friction, dt);
      const Points start = stays.state().x;
      (void)test::touch(stays, steps);
      EXPECT_LE((stays.state().x - start).cwiseAbs().maxCoeff(), 5e-5)
          << "µ = " << friction;  // [m] the spring gives way

      Simulation slides = test::sheet_on_slope(std::atan(friction) + kDegree, friction, dt);
      (void)test::touch(slides, steps);
      EXPECT_GE((slides.state().x - start).col(0).minCoeff(), 0.05) << "µ = " << friction;
    }
}

TEST(Friction, SlowsASlidingSheetAsCoulombSays) {
  double worst = 0;
  for (const double friction : {0.2, 0.5, 0.8})
    for (const double beyond : {1.0, 5.0, 20.0}) {
      const double angle = std::atan(friction) + beyond * kDegree;
      Simulation sim = test::sheet_on_slope(angle, friction);
      (void)test::touch(sim, 100);
      const double expected = 9.8 * (std::sin(angle) - friction * std::cos(angle));
      worst = std::max(worst, (sim.state().v.col(0).array() / expected - 1).abs().maxCoeff());
    }
  expect_at_most("sliding acceleration against g(sin θ − µ cos θ)", worst, 0.03, "-");
}

TEST(Friction, HoldsForThirtySecondsWithoutCreeping) {
  double worst = 0;
  for (const double friction : {0.2, 0.5, 0.8}) {
    Simulation sim = test::sheet_on_slope(std::atan(friction) - kDegree, friction);
    (void)test::touch(sim, 10);
    const Points start = sim.state().x;
    (void)test::touch(sim, 3000);
    worst = std::max(worst, (sim.state().x - start).rowwise().norm().maxCoeff());
  }
  expect_at_most("drift in 30 s, 1° below the friction angle", 1e3 * worst, 0.1, "mm");
}

TEST(Friction, CarriesASheetAlongWithAMovingTable) {
  Simulation sim = test::level_sheet(0.3, 9, 0);
  const auto path = [](double t) {
    return RigidPose{.rotation = Eigen::Quaterniond(Eigen::AngleAxisd(0.5 * t, Vec3::UnitZ())),
                     .translation = {0.2 * t * t, 0, -0.05 + 0.1 * t}};
  };
  sim.add_obstacle({.name = "table", .shape = make_box({0.5, 0.5, 0.1}), .path = path, .friction = 0.6});
  const Points start = sim.state().x;
  (void)test::touch(sim, 100);
  const RigidPose then = path(0), now = path(sim.state().time);
  double slip = 0;
  for (Eigen::Index i = 0; i < start.rows(); ++i)
    slip = std::max(
        slip, (now.to_own(sim.state().x.row(i).transpose()) - then.to_own(start.row(i).transpose())).norm());
  EXPECT_LE(slip, 1e-3);  // 1 mm on a way of 0.2 m, with 0.4 m/s² where µg is 5.9
}

TEST(Friction, WithoutItATableMovesAwayUnderTheSheet) {
  Simulation sim = test::level_sheet(0.3, 9, 0);
  const auto path = [](double t) { return RigidPose{.translation = {0.1 * t, 0, -0.05}}; };
  sim.add_obstacle({.name = "table", .shape = make_box({0.5, 0.5, 0.1}), .path = path});
  const Points start = sim.state().x;
  (void)test::touch(sim, 50);
  EXPECT_LE((sim.state().x - start).cwiseAbs().maxCoeff(), 1e-9);
}

}  // namespace
}  // namespace isocloth
