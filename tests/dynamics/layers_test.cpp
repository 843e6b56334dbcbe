#include <gtest/gtest.h>

#include <numeric>

#include "dynamics/contact_runs.hpp"
#include "dynamics/layer_runs.hpp"
#include "isocloth/contact/crossing.hpp"
#include "isocloth/core/require.hpp"
#ifndef ISOCLOTH_SANITIZED
#include "dynamics/exact_crossings.hpp"
#endif

namespace isocloth::test {
namespace {

/// Less of the same under sanitizers.
template <class Number>
Number sanitized(Number little, Number much) {
  return kSanitized ? little : much;
}

int crossings(const Simulation& sim) {
#ifdef ISOCLOTH_SANITIZED
  return find_crossing(sim.model().rest, sim.state().x) ? 1 : 0;
#else
  return exact_crossings(sim.model().rest, sim.state().x);
#endif
}

/// A sheet that falls upright onto the floor.
Simulation heap(std::uint32_t seed, const StepOptions& options = {}) {
  const int nodes = sanitized(9, 17);
  Mesh mesh = make_rectangle({0.5, 0.5}, {nodes, nodes});
  add_noise(mesh, 1e-4, seed, 0.05);
  add_noise(mesh, 1e-3, 1, 0.15);
  Points start = mesh.x;
  for (Eigen::Index i = 0; i < start.rows(); ++i)
    start.row(i) << mesh.x(i, 0) - 0.25, -mesh.x(i, 2), mesh.x(i, 1) + 0.01;
  Simulation sim(make_cloth_model(mesh, kLayerCloth, touching(0.3)), start, options);
  sim.add_obstacle({.name = "floor", .shape = floor_shape(), .friction = 0.3});
  return sim;
}

TEST(Layers, OfAHeapNeverCrossAndComeToRest) {
  for (std::uint32_t seed = 1; seed <= sanitized(1u, 2u); ++seed) {
    Simulation sim = heap(seed);
    int missed = 0, pressing = 0;
    for (int k = 0; k < sanitized(60, 1200); ++k) {  // some stand for two seconds before they fall
      missed += sim.step().status != StepStatus::converged;
      ASSERT_EQ(crossings(sim), 0) << "seed " << seed << ", step " << k;
      pressing += !sim.state().layers.empty();
    }
    EXPECT_LE(missed, 2) << seed;
    EXPECT_GT(pressing, sanitized(1, 50)) << seed;
    if (kSanitized) continue;
    EXPECT_LT(sim.state().v.rowwise().norm().maxCoeff(), 1e-5) << seed;
  }
}

TEST(Layers, KeepTheirThicknessApartAtRest) {
  for (const double thickness : {0.5e-3, 1e-3, 2e-3}) {
    Material material = kLayerCloth;
    material.thickness = thickness;
    const int nodes = sanitized(7, 17), count = 3;
    Simulation sim = pile(sheets(count, nodes, 1.1 * thickness), material, 0.5);
    EXPECT_EQ(advance(sim, sanitized(20, 60)).missed, 0);
    const int n = nodes * nodes;
    double sum = 0, worst = 0;
    int counted = 0;
    for (int s = 1; s < count; ++s)
      for (int i = 0; i < n; ++i) {
        if (std::min({i / nodes, nodes - 1 - i / nodes, i % nodes, nodes - 1 - i % nodes}) < 2) continue;
        const double gap = sim.state().x(s * n + i, 2) - sim.state().x((s - 1) * n + i, 2);
        worst = std::max(worst, std::abs(gap / thickness - 1));
        sum += gap;
        ++counted;
      }
    EXPECT_NEAR(sum / counted / thickness, 1, 0.02) << thickness;
    EXPECT_LE(worst, 0.05) << thickness;
    const Points before = sim.state().x;
    advance(sim, sanitized(2, 40));
    EXPECT_LE((sim.state().x - before).rowwise().norm().maxCoeff(), 1e-5) << thickness;
  }
}

TEST(Layers, HoldByFrictionBelowItsAngleAndSlideAboveIt) {
  for (const auto& [friction, more] :
       {std::pair{0.2, -1.0}, {0.2, 1.0}, {0.5, -1.0}, {0.5, 1.0}, {0.8, -1.0}, {0.8, 1.0}}) {
    const double limit = std::atan(friction);
    const double angle = limit + more * M_PI / 180;
    const StepOptions options{.gravity = {9.8 * std::sin(angle), 0, -9.8 * std::cos(angle)}};
    Material material = kLayerCloth;
    material.damping = 0;
    Mesh mesh = sheets(2, 9, 1.02 * kLayerThickness, 2.5);
    mesh.x.bottomRows(81).col(0).array() -= 0.15;
    Simulation sim = pile(mesh, material, friction, options);
    advance(sim, 20);
    const double before = sim.state().x.bottomRows(81).col(0).mean(),
                 speed = sim.state().v.bottomRows(81).col(0).mean();
    const int steps = sanitized(10, 60);
    EXPECT_EQ(advance(sim, steps).missed, 0);
    const double way = sim.state().x.bottomRows(81).col(0).mean() - before;
    if (more < 0) {
      EXPECT_LE(std::abs(way), 1e-5);
    } else {
      const double seconds = 0.01 * steps, expected = 9.8 * (std::sin(angle) - friction * std::cos(angle));
      EXPECT_NEAR((sim.state().v.bottomRows(81).col(0).mean() - speed) / seconds, expected, 0.03 * expected);
    }
  }
}

TEST(Layers, PushEachOtherWithOppositeForcesThatCarryWhatLiesAbove) {
  const int nodes = 9, n = nodes * nodes;
  Simulation sim = pile(sheets(3, nodes, 1.1 * kLayerThickness), kLayerCloth, 0.3);
  advance(sim, 80);
  const Points force = sim.layer_force();
  const double weight = weight_of(sim) / 3;
  EXPECT_LE(force.colwise().sum().norm(), 1e-12 * weight);
  EXPECT_NEAR(force.bottomRows(n).col(2).sum(), weight, 0.01 * weight);
  EXPECT_NEAR(force.topRows(n).col(2).sum(), -2 * weight, 0.02 * weight);
}

TEST(Layers, ACornerThrownAtItsOwnLayerStaysOnItsSide) {
  const int nodes = 9;
  const Mesh mesh = make_rectangle({0.3, 0.3}, {nodes, nodes});
  Material material = kLayerCloth;
  Simulation sim(make_cloth_model(mesh, material, touching(0.3)), mesh.x, {.dt = 0.02, .gravity = {0, 0, 0}});
  ClothState state = sim.state();  // the far half stands up and is thrown down at the rest
  for (Eigen::Index i = 0; i < mesh.x.rows(); ++i)
    if (mesh.x(i, 1) > 0.151) state.x.row(i) << mesh.x(i, 0), 0.15, mesh.x(i, 1) - 0.15;
  for (Eigen::Index i = 0; i < mesh.x.rows(); ++i) state.v.row(i) << 0, -10 * state.x(i, 2) / 0.15, 0;
  state.past.forget();
  sim.go_on_from(state);
  int most = 0;
  for (int k = 0; k < 40; ++k) {
    most = std::max(most, sim.step().substeps);
    ASSERT_EQ(crossings(sim), 0) << k;
  }
  EXPECT_LE(most, 8);
}

TEST(Layers, GoOnFromASavedStateBitByBitOnAnyNumberOfThreads) {
  const auto make = [](const StepOptions& options) {
    return kSanitized ? pile(sheets(2, 7, 1.1 * kLayerThickness), kLayerCloth, 0.3, options)
                      : heap(1, options);
  };
  Simulation one = make({}), two = make({.threads = 2});
  const int half = sanitized(10, 60);
  advance(one, half);
  const ClothState middle = one.state();
  advance(one, half);
  advance(two, 2 * half);
  EXPECT_FALSE(one.state().layers.empty());
  EXPECT_EQ(one.state().x, two.state().x);
  Simulation resumed = make({});
  resumed.restore(middle);
  advance(resumed, half);
  EXPECT_EQ(one.state().x, resumed.state().x);
}

TEST(Layers, StandStillRatherThanCrossWithATrueStatusAndRecover) {
  const Mesh mesh = sheets(2, 9, 1.05 * kLayerThickness);
  Simulation sim = pile(mesh, kLayerCloth, 0.3);
  std::vector<int> all(81);
  std::iota(all.begin(), all.end(), 0);
  const int below = sim.grasp("below", all, fixed_motion(), rigid_grip());
  std::iota(all.begin(), all.end(), 81);
  // the upper sheet is led through the lower one, then back
  const auto path = [](double t) {
    RigidPose pose;
    pose.translation.z() = -0.02 * (1 - std::abs(t / 0.1 - 1));
    return pose;
  };
  const int above = sim.grasp("above", all, Motion{path, true}, rigid_grip());
  bool is_said = false;
  for (int k = 0; k < 20; ++k) {
    const StepReport report = sim.step();
    ASSERT_EQ(crossings(sim), 0) << k;
    is_said = is_said || report.status == StepStatus::infeasible;
  }
  EXPECT_TRUE(is_said);
  sim.release(below);
  sim.release(above);
  StepReport last;
  for (int k = 0; k < 50; ++k) {
    last = sim.step();
    ASSERT_EQ(crossings(sim), 0) << k;
  }
  EXPECT_EQ(last.status, StepStatus::converged);
}

TEST(Layers, ThatBeginTooNearComeApartAtAWalk) {
  Simulation sim = pile(sheets(2, 9, 0.3 * kLayerThickness), kLayerCloth, 0.3);
  for (int k = 0; k < 40; ++k) {
    (void)sim.step();
    EXPECT_LE(sim.state().v.rowwise().norm().maxCoeff(), 0.3) << k;
    ASSERT_EQ(crossings(sim), 0) << k;
  }
  const double gap = sim.state().x.bottomRows(81).col(2).mean() - sim.state().x.topRows(81).col(2).mean();
  EXPECT_NEAR(gap / kLayerThickness, 1, 0.05);
}

std::string refusal(const std::function<void()>& attempt) {
  try {
    attempt();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Layers, RefuseWhatCannotBeInOneSentence) {
  const Mesh mesh = sheets(2, 5, 0.01);
  Points crossed = mesh.x;
  crossed.bottomRows(25).col(2) = 0.1 * (mesh.x.bottomRows(25).col(0).array() - 0.02);
  const auto make = [&](const Material& material, double friction, const Points& start) {
    return refusal([&] { Simulation(make_cloth_model(mesh, material, touching(friction)), start); });
  };
  const std::string pierced = make(kLayerCloth, 0.3, crossed);
  EXPECT_NE(pierced.find("elements"), std::string::npos) << pierced;
  EXPECT_NE(pierced.find("pass through each other or meet at ("), std::string::npos) << pierced;
  Points at_one_place = mesh.x;
  at_one_place.bottomRows(25).col(2).setZero();
  const std::string met = make(kLayerCloth, 0.3, at_one_place);
  EXPECT_NE(met.find("pass through each other or meet at ("), std::string::npos) << met;
  Material thick = kLayerCloth, none = kLayerCloth;
  thick.thickness = 0.06;
  none.thickness = 0;
  EXPECT_NE(make(thick, 0.3, mesh.x).find("coarser mesh or a smaller thickness"), std::string::npos);
  EXPECT_NE(make(none, 0.3, mesh.x).find("needs a thickness"), std::string::npos);
  EXPECT_NE(make(kLayerCloth, -1, mesh.x).find("self_contact.friction"), std::string::npos);
}

TEST(Layers, WithABudgetNeverCross) {
  for (const int budget : {1, 2}) {
    Simulation sim = heap(2, {.iteration_budget = budget});
    for (int k = 0; k < sanitized(40, 120); ++k) {
      EXPECT_LE(sim.step().iterations, std::max(budget, 2));
      ASSERT_EQ(crossings(sim), 0) << "budget " << budget << ", step " << k;
    }
  }
}

}  // namespace
}  // namespace isocloth::test
