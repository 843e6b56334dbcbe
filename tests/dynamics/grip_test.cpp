/// Hands that hold through springs: their law, their limit, and what they do to a cloth that is pulled too
/// far.

#include "isocloth/dynamics/grip.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "dynamics/contact_runs.hpp"
#include "support/count_allocations.hpp"
#include "support/measured.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

constexpr double kWidth = 0.6, kHeight = 0.45;
constexpr int kColumns = 13, kRows = 10, kLeft = kColumns * (kRows - 1), kRight = kColumns * kRows - 1;

/// An upright sheet, not quite flat.
Simulation sheet(double bending = 0) {
  Mesh mesh = make_rectangle({kWidth, kHeight}, {kColumns, kRows});
  add_noise(mesh, 0.001, 1, 0.2);
  return Simulation(make_cloth_model(mesh, {.density = 0.2, .bending = bending, .damping = 0.5}),
                    upright(mesh));
}

double fastest(const Simulation& sim) { return sim.state().v.rowwise().norm().maxCoeff(); }

TEST(Grip, IsASpringThatCarriesTheWeightWhateverTheMesh) {
  for (const int n : {5, 9, 17}) {
    const Mesh mesh = make_rectangle({0.4, 0.4}, {n, n});
    Simulation sim(make_cloth_model(mesh, {.density = 0.2, .damping = 2}), upright(mesh));
    std::vector<int> rail;
    for (int i = 0; i < n; ++i) rail.push_back(n * (n - 1) + i);
    const Points start = sim.state().x;
    const int hand = sim.grasp("rail", rail, fixed_motion(), {.stiffness = 1000});
    (void)advance(sim, 600);
    const double weight = 0.2 * 0.16 * 9.8;
    EXPECT_NEAR(sim.grasp_force(hand)[2], weight, 1e-3 * weight);
    EXPECT_NEAR((start - sim.state().x)(rail[n / 2], 2), weight / 1000, 0.02 * weight / 1000) << n;
  }
}

/// Between two hands a cloth has a belly to the front or to the back, by chance: one is the other in an
/// upright mirror through both hands.
double distance_or_mirrored(const Points& a, const Points& b) {
  const Vec3 left = b.row(kLeft), right = b.row(kRight);
  const Vec3 normal = (right - left).cross(Vec3::UnitZ()).normalized();
  const Points mirrored = b - 2 * ((b.rowwise() - left.transpose()) * normal) * normal.transpose();
  return std::min((a - b).rowwise().norm().maxCoeff(), (a - mirrored).rowwise().norm().maxCoeff());
}

TEST(Grip, PullsACloth20PercentTooFarByItsLawAndLeavesItAsItWas) {
  Simulation sim = sheet(1e-4);
  const Grip grip;
  const std::vector<double> times{5, 9, 11, 15};
  const Vec3 in(0, 0, 0), out(0.1 * kWidth, 0, 0);
  sim.grasp("left", {kLeft}, polyline_motion(times, {in, -out, -out, in}, true), grip);
  sim.grasp("right", {kRight}, polyline_motion(times, {in, out, out, in}, true), grip);
  EXPECT_EQ(advance(sim, 500).missed, 0);
  const Points before = sim.state().x;
  EXPECT_EQ(advance(sim, 550).missed, 0);
  const double gap = (sim.state().x.row(kRight) - sim.state().x.row(kLeft)).norm();
  const double law = grip.stiffness * (1.2 * kWidth - kWidth) / 2;  // as if it did not stretch at all
  EXPECT_NEAR(gap, kWidth, 1e-3 * kWidth);
  expect_at_most("pulled 20 % too far: force against the spring's law",
                 100 * std::abs(sim.grasp_force(1)[0] / law - 1), 2, "%");
  EXPECT_EQ(advance(sim, 1450).missed, 0);
  expect_at_most("… and 10 s after it: cloth against before, over its width",
                 100 * distance_or_mirrored(sim.state().x, before) / kWidth, 0.1, "%");
}

TEST(Grip, AtItsLimitTheClothSlidesThroughTheHandOrTheHandLetsGo) {
  for (const Slip slip : {Slip::slide, Slip::release})
    for (const std::size_t count : {1u, 3u}) {
      const double limit = 5;
      Simulation sim = sheet();
      const Vec3 out(0.1, 0, 0);
      std::vector<int> nodes{kRight, kRight - kColumns, kRight - 2 * kColumns};
      nodes.resize(count);
      sim.grasp("left", {kLeft});
      const int right = sim.grasp("right", nodes, polyline_motion({0, 2}, {Vec3::Zero(), out}, true),
                                  {.force_limit = limit, .slip = slip});
      double largest = 0, last = 0;
      for (int k = 0; k < 200; ++k) {
        EXPECT_EQ(sim.step().status, StepStatus::converged);
        last = sim.grasp_force(right).norm();
        largest = std::max(largest, last);
      }
      expect_at_most("force at the limit, against it", 100 * std::abs(largest / limit - 1), 5, "%");
      EXPECT_EQ(sim.state().grasps[1].let_go, slip == Slip::release);
      if (slip == Slip::slide) {
        EXPECT_NEAR(last, limit, 0.05 * limit) << "still pulls with it";
        EXPECT_GT(sim.state().grasps[1].slid.row(0).norm(), 0.09);
      } else {
        EXPECT_EQ(last, 0);
        sim.grasp("again", {kRight});
      }
    }
}

TEST(Grip, ThatSlidesIsRepeatedBitByBitFromARestoredStateAndAllocatesNothing) {
  const auto slides = [] {
    Simulation sim = sheet();
    sim.grasp("left", {kLeft});
    sim.grasp("right", {kRight}, polyline_motion({0, 2}, {Vec3::Zero(), Vec3(0.1, 0, 0)}, true),
              {.force_limit = 5, .slip = Slip::slide});
    return sim;
  };
  Simulation sim = slides(), other = slides();
  (void)advance(sim, 100);
  (void)advance(other, 17);
  other.restore(sim.state());
  EXPECT_EQ(other.grasp_force(1), Vec3::Zero());
  (void)sim.step();
  const CountAllocations here;
  for (int k = 1; k < 50; ++k) (void)sim.step();
  EXPECT_TRUE(!CountAllocations::works() || here.count() == 0);
  (void)advance(other, 50);
  EXPECT_EQ(other.state().x, sim.state().x);
  EXPECT_EQ(other.state().grasps[1].slid, sim.state().grasps[1].slid);
  EXPECT_EQ(other.grasp_force(1), sim.grasp_force(1));
}

TEST(Grip, HasTheTorqueThatStaticsAsks) {
  for (const Grip& grip : {rigid_grip(), Grip{}}) {
    const Mesh mesh = make_rectangle({0.3, 0.3}, {7, 7});
    Simulation sim(make_cloth_model(mesh, {.density = 0.2, .bending = 1e-3, .damping = 5}), mesh.x);
    const int hand =
        sim.grasp("clamp", {0, 1, 7, 8, 14, 15, 21, 22, 28, 29, 35, 36, 42, 43}, fixed_motion(), grip);
    const Vec3 origin = sim.state().x.row(0).transpose();
    (void)advance(sim, 1500);
    Vec3 force = Vec3::Zero(), torque = force;  // of the weight, by nodes
    for (Eigen::Index i = 0; i < mesh.x.rows(); ++i) {
      const Vec3 weight = 0.2 * sim.model().node_area[i] * sim.options().gravity;
      force += weight;
      torque += (sim.state().x.row(i).transpose() - origin).cross(weight);
    }
    const Wrench wrench = sim.grasp_wrench(hand);
    expect_at_most("wrench of a clamp against statics: force",
                   100 * (wrench.force + force).norm() / force.norm(), 1, "%");
    expect_at_most("… torque", 100 * (wrench.torque + torque).norm() / torque.norm(), 1, "%");
    EXPECT_EQ(wrench.force, sim.grasp_force(hand));
  }
}

TEST(Grip, RefusesWhatCannotBe) {
  Simulation sim = sheet();
  EXPECT_REFUSES(sim.grasp("g", {0}, fixed_motion(), {.stiffness = 0}), "stiffness must be above 0 N/m");
  EXPECT_REFUSES(sim.grasp("g", {0}, fixed_motion(), {.damping = -1}), "damping must be at least 0");
  EXPECT_REFUSES(sim.grasp("g", {0}, fixed_motion(), {.force_limit = 0}), "force_limit must be above 0 N");
  Grip rigid = rigid_grip();
  rigid.slip = Slip::slide;
  EXPECT_REFUSES(sim.grasp("g", {0}, fixed_motion(), rigid), "a rigid hand has no force limit");
}

/// What a run of two hands came to.
struct Pull {
  double slip = 0;              ///< beyond half of what the hands are too far apart [m]
  double excess = 0;            ///< by which they are at most [m]
  double force = 0, speed = 0;  ///< [N], [m/s]
  int steps = 0, iterations = 0, worst = 0, unexplained = 0;

  double mean() const { return double(iterations) / steps; }
};

/// The sheet held at `slack` less than its width and shaken by 0.3 m at 1 Hz, with noise in the paths [m].
Pull shaken_taut(double slack, double noise, unsigned seed, const Grip& grip) {
  Simulation sim = sheet();
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, noise);
  std::vector<double> times;
  std::vector<Vec3> path[2];
  const int steps = kSanitized ? 20 : 300;
  for (int k = 0; k <= steps; ++k) {
    times.push_back(0.01 * k);
    const Vec3 swing(0, 0.3 * std::sin(0.02 * std::numbers::pi * k), 0),
        in(slack / 2 * std::min(1.0, k / 50.0), 0, 0);
    for (const int side : {0, 1}) {
      const Vec3 off = k == 0 ? Vec3(Vec3::Zero()) : Vec3(normal(random), normal(random), normal(random));
      path[side].push_back(swing + off + (side == 0 ? in : Vec3(-in)));
    }
  }
  const Motion left = polyline_motion(times, path[0], true), right = polyline_motion(times, path[1], true);
  const Vec3 apart = (sim.state().x.row(kRight) - sim.state().x.row(kLeft)).transpose();
  sim.grasp("left", {kLeft}, left, grip);
  sim.grasp("right", {kRight}, right, grip);
  Pull pull;
  for (; pull.steps < steps; ++pull.steps) {
    const StepReport report = sim.step();
    const double t = sim.state().time;
    const double excess =
        std::max(0.0, (apart + right.path(t).translation - left.path(t).translation).norm() - kWidth);
    pull.excess = std::max(pull.excess, excess);
    pull.slip = std::max(pull.slip, report.grasp_slip - excess);
    pull.force = std::max({pull.force, sim.grasp_force(0).norm(), sim.grasp_force(1).norm()});
    pull.speed = std::max(pull.speed, fastest(sim));
    pull.iterations += report.iterations;
    pull.worst = std::max(pull.worst, report.iterations);
    const bool explained =
        report.status == StepStatus::infeasible && report.cause == StepCause::reach && report.grasp >= 0;
    pull.unexplained += report.status != StepStatus::converged && !explained;
  }
  return pull;
}

TEST(TautShake, WithNoiseInItsPathsSlipsNoFurtherAndCostsLittleMoreThanASlackOne) {
  for (const bool rigid : {false, true})
    for (const double noise : {1e-4, 5e-4, 1e-3}) {
      const Grip grip = rigid ? rigid_grip() : Grip{};
      Pull taut, slack;
      double ratio = 0;
      for (unsigned seed = 1; seed <= (kSanitized ? 1u : 10u); ++seed) {
        const Pull a = shaken_taut(0, noise, seed, grip), b = shaken_taut(0.01, noise, seed, grip);
        EXPECT_EQ(a.unexplained, 0) << "seed " << seed;
        taut.slip = std::max(taut.slip, a.slip);
        taut.worst = std::max(taut.worst, a.worst);
        slack.worst = std::max(slack.worst, b.worst);
        taut.iterations += a.iterations, taut.steps += a.steps;
        slack.iterations += b.iterations, slack.steps += b.steps;
        ratio = std::max(ratio, a.force / (a.excess / 2 * grip.stiffness + b.force));
      }
      std::printf("[ measured ] %s hands, noise %.1f mm\n", rigid ? "rigid" : "compliant", 1e3 * noise);
      expect_at_most("  slip beyond what geometry asks", 1e3 * taut.slip, 1, "mm");
      expect_at_most("  iterations against 10 mm of slack", taut.mean() / slack.mean(), 3, "times");
      expect_at_most("  … of the worst step against the worst", double(taut.worst) / slack.worst, 10,
                     "times");
      if (!rigid) expect_at_most("  largest force over excess × stiffness + slack's", ratio, 2, "times");
    }
}

TEST(Grip, CarriesAClothSidewaysThoughTheHandsAreTooFarApart) {
  for (const Grip& grip : {rigid_grip(), Grip{}}) {
    Simulation sim = sheet();
    const Vec3 too_far(0.0015, 0, 0), in(-0.01, 0, 0), way(0, 1, 0);
    const std::vector<double> times{0, 0.2, 1.2, 1.7, 2.2};
    sim.grasp("left", {kLeft},
              polyline_motion(times, {Vec3(0, 0, 0), -too_far, way - too_far, way - too_far, way - in}, true),
              grip);
    sim.grasp("right", {kRight},
              polyline_motion(times, {Vec3(0, 0, 0), too_far, way + too_far, way + too_far, way + in}, true),
              grip);
    double lag = 0, speed = 0;
    for (int k = 0; k < 300; ++k) {
      lag = std::max(lag, sim.step().grasp_slip);
      if (k >= 170) speed = std::max(speed, fastest(sim));
    }
    expect_at_most("carried 1 m by hands 3 mm too far apart: lag", 1e3 * lag, 10, "mm");
    expect_at_most("… then within reach: speed coming back", speed, 3, "m/s");
  }
}

TEST(Grip, HoldsAnOverpulledClothThatABallPassesThrough) {
  for (const Grip& grip : {rigid_grip(), Grip{}}) {
    int iterations[2] = {};
    double speed = 0;
    for (const bool pulled : {false, true}) {
      Simulation sim = sheet();
      const Vec3 out(pulled ? 0.03 : -0.005, 0, 0);
      sim.grasp("left", {kLeft}, polyline_motion({0, 0.5}, {Vec3::Zero(), -out}, true), grip);
      sim.grasp("right", {kRight}, polyline_motion({0, 0.5}, {Vec3::Zero(), out}, true), grip);
      sim.add_obstacle(
          {.name = "ball",
           .shape = make_sphere(0.08),
           .path = [](double t) { return RigidPose{.translation = {0.3, -1.5 + 1.5 * t, 0.25}}; },
           .friction = 0.3});
      for (int k = 0; k < 200; ++k) {
        iterations[pulled] += sim.step().iterations;
        speed = std::max(speed, fastest(sim));
      }
    }
    expect_at_most("overpulled sheet and a ball of 1.5 m/s: speed", speed, 10, "m/s");
    expect_at_most("… iterations against the sheet within reach", double(iterations[1]) / iterations[0], 10,
                   "times");
  }
}

TEST(Grip, PressesItsNodesAgainstATableItIsLedInto) {
  Simulation sim = level_sheet(0.3, 9, 0.02);
  sim.add_obstacle({.name = "table", .shape = floor_shape(), .friction = 0.5});
  const int hand =
      sim.grasp("finger", {40}, polyline_motion({0, 0.5}, {Vec3::Zero(), Vec3(0, 0, -0.04)}, true));
  for (int k = 0; k < 100; ++k) EXPECT_EQ(sim.step().status, StepStatus::converged) << k;
  EXPECT_NEAR(sim.grasp_force(hand)[2], -0.02 * Grip{}.stiffness, 0.02 * 0.02 * Grip{}.stiffness);
  EXPECT_LE(-sim.state().x(40, 2), 1e-4);
}

}  // namespace
}  // namespace isocloth::test
