/// What piles, folds and pinched layers must keep, measured: see docs/contact.md, Layers.

#include <gtest/gtest.h>
#include <cstdio>

#include <numeric>

#include "dynamics/contact_runs.hpp"
#include "dynamics/exact_crossings.hpp"
#include "dynamics/layer_runs.hpp"
#include "isocloth/mesh/pose.hpp"
#include "support/measured.hpp"
#include "support/sanitized.hpp"

namespace isocloth::test {
namespace {

/// Nodes of the s-th of several sheets whose rest shape has this x, to half a millimetre.
std::vector<int> column_of(const Simulation& sim, int sheet, double x) {
  const Piece& piece = sim.model().pieces.front();
  const int n = piece.node_count / 3;
  std::vector<int> nodes;
  for (int i = sheet * n; i < (sheet + 1) * n; ++i)
    if (std::abs(sim.model().rest.x(i, 0) - x) < 5e-4) nodes.push_back(i);
  return nodes;
}

TEST(LayerBars, ASheetDrawnFromAStackResistsByTheFrictionOfBothSides) {
  const double friction = 0.3;
  const int n = 81;
  Material material = kLayerCloth;
  material.damping = 0;
  Simulation sim = pile(sheets(3, 9, 1.02 * kLayerThickness, 2.5), material, friction);
  advance(sim, 30);
  const Mesh& rest = sim.model().rest;
  const auto far = column_of(sim, 2, rest.x.bottomRows(n).col(0).minCoeff());
  const auto front = column_of(sim, 1, rest.x.middleRows(n, n).col(0).maxCoeff());
  ASSERT_EQ(far.size(), 9u);
  ASSERT_EQ(front.size(), 9u);
  sim.grasp("stays", far);
  const double began = sim.state().time;
  const auto path = [began](double t) {
    RigidPose pose;
    pose.translation.x() = 0.05 * std::max(0.0, t - began);
    return pose;
  };
  const int hand = sim.grasp("draws", front, Motion{path, true});
  EXPECT_EQ(advance(sim, 40).missed, 0);
  double pull = 0, normal = 0;
  for (int k = 0; k < 40; ++k) {
    EXPECT_EQ(sim.step().status, StepStatus::converged);
    pull += sim.grasp_force(hand).x() / 40;
    const Points force = sim.layer_force();
    normal += (force.bottomRows(n).col(2).sum() - force.topRows(n).col(2).sum()) / 40;
  }
  expect_at_most("sheet drawn from a stack: pull against µ(N₁ + N₂)",
                 100 * std::abs(pull / (friction * normal) - 1), 3, "%");
  const double weight = weight_of(sim) * 81 * 0.3 * 0.3 / (sim.model().node_area.sum() * 81);
  EXPECT_NEAR(normal, 3 * weight, 0.05 * weight) << "what lies above each side";
}

TEST(LayerBars, TwoLayersBetweenPlatesAnswerByTheLaw) {
  const double t = kLayerThickness;
  const Mesh mesh = sheets(2, 13, t, 1, {1e-4, 0.7e-4});
  Simulation sim = pile(mesh, kLayerCloth, 0.3);
  const auto path = [t](double time) {
    const double height = 2 * t * (1.05 - 0.35 * std::clamp((time - 0.1) / 0.4, 0.0, 1.0));
    return RigidPose{.translation = {0, 0, height + 0.01}};
  };
  const int plate = sim.add_obstacle({.name = "plate", .shape = make_box({0.5, 0.5, 0.02}), .path = path});
  EXPECT_EQ(advance(sim, 70).missed, 0);
  const double z = 0.6, expected = kLayerCloth.compression * z / (1 - z) * 0.3 * 0.3;  // 2t − zt is left
  expect_at_most("two layers between plates at 0.7 of their thickness: force against the law",
                 100 * std::abs(-sim.obstacle_load(plate).force.z() / expected - 1), 2, "%");
}

TEST(LayerBars, LayersPinchedToAFifthSaySoNeverCrossAndRecover) {
  const double t = kLayerThickness;
  Simulation sim = pile(sheets(2, 9, t), kLayerCloth, 0.3);
  const auto path = [t](double time) {  // down to a fifth in 0.1 s, 0.2 s there, up again
    const double share = std::clamp(std::min(time / 0.1, (0.4 - time) / 0.1), 0.0, 1.0);
    return RigidPose{.translation = {0, 0, 2 * t * (1.05 - 0.85 * share) + 0.01}};
  };
  sim.add_obstacle({.name = "plate", .shape = make_box({0.5, 0.5, 0.02}), .path = path});
  bool is_said = false;
  for (int k = 0; k < 40; ++k) {
    is_said = is_said || sim.step().status == StepStatus::infeasible;
    ASSERT_EQ(exact_crossings(sim.model().rest, sim.state().x), 0) << k;
  }
  EXPECT_TRUE(is_said);
  int last_miss = 0;
  for (int k = 1; k <= 60; ++k) {
    if (sim.step().status != StepStatus::converged) last_miss = k;
    ASSERT_EQ(exact_crossings(sim.model().rest, sim.state().x), 0) << k;
  }
  expect_at_most("layers pinched to a fifth: recovered after", 0.01 * last_miss, 0.5, "s");
}

/// Two sheets on a table, the upper one smaller and a little aside, without any friction.
Simulation smooth_pile(double compression) {
  Mesh mesh = sheets(2, 7, 1.1 * kLayerThickness);
  mesh.x.bottomRows(49).leftCols(2) *= 0.85;
  Points start = mesh.x;
  start.col(2).array() += 0.51 * kLayerThickness;
  Material material = kLayerCloth;
  material.compression = compression;
  Simulation sim(make_cloth_model(mesh, material, touching(0)), start);
  sim.add_obstacle({.name = "table", .shape = floor_shape()});
  return sim;
}

void expect_rest(Simulation sim, const std::string& name) {
  EXPECT_EQ(advance(sim, 500).missed, 0) << name;
  expect_at_most((name + ": fastest node after 5 s").c_str(), 1e3 * sim.state().v.rowwise().norm().maxCoeff(),
                 0.01, "mm/s");
  const Points before = sim.state().x;
  EXPECT_EQ(advance(sim, 3000).missed, 0) << name;
  expect_at_most((name + ": farthest way of a node in 30 s").c_str(),
                 1e3 * (sim.state().x - before).rowwise().norm().maxCoeff(), 0.1, "mm");
}

TEST(LayerBars, AHardPileWithoutFrictionComesToRestAndStays) {
  expect_rest(smooth_pile(std::numeric_limits<double>::infinity()), "hard pile without friction");
}

/// A soft sheet sinks into the one below, by z t/2 with z = p/P = 0.002, a slope of 5e-5 under its hem. On
/// the mesh both sides' do not quite cancel: a hundredth of that is left of the weight, which the least µ of
/// soft layers holds.
TEST(LayerBars, ASoftPileWithoutFrictionComesToRestAndStays) {
  expect_rest(smooth_pile(1000), "soft pile without friction");
}

/// Nodes that lie exactly over edges and diagonals of the sheet below are over a triangle, two or none, as
/// rounding has it: their area counts once whichever it is.
TEST(LayerBars, APileOfSheetsWhoseMeshesAreAlignedComesToRestAndStays) {
  for (const double share : {1.0, 0.85}) {
    Mesh mesh = sheets(3, 9, 1.05 * kLayerThickness, 1, {0, 0});
    mesh.x.middleRows(81, 81).leftCols(2) *= share;
    mesh.x.bottomRows(81).leftCols(2) *= share * share;
    expect_rest(pile(mesh, kLayerCloth, 0.3), "aligned pile of " + std::to_string(share).substr(0, 4));
  }
}

TEST(LayerBars, ASheetJustBelowTheFrictionAngleDoesNotCreepOnAnother) {
  const double friction = 0.5, angle = std::atan(friction) - std::numbers::pi / 180;
  const StepOptions options{.gravity = {9.8 * std::sin(angle), 0, -9.8 * std::cos(angle)}};
  Simulation sim = pile(sheets(2, 7, 1.02 * kLayerThickness, 1.5), kLayerCloth, friction, options);
  advance(sim, 30);
  const Points before = sim.state().x;
  EXPECT_EQ(advance(sim, 3000).missed, 0);
  expect_at_most("sheet on sheet, 1° below the friction angle: farthest way of a node in 30 s",
                 1e3 * (sim.state().x - before).rowwise().norm().maxCoeff(), 0.01, "mm");
}

/// Two sheets hang side by side between a jaw that stands and a finger that closes on both; hands let go at
/// 0.5 s.
TEST(LayerBars, AFingerThatPinchesTwoSheetsHoldsBoth) {
  const Mesh flat = sheets(2, 13, 1.05 * kLayerThickness, 1, {1.1e-3, 0.7e-3});
  const Points start = Pose{.rotate_deg = {90, 0, 0}, .translate = {0, 0, -0.15}}.apply(flat.x);
  Simulation sim(make_cloth_model(flat, kLayerCloth, touching(0.5)), start);
  std::vector<int> top;
  for (const int sheet : {0, 169})
    for (int i = 156; i < 169; ++i) top.push_back(sheet + i);
  sim.add_grasp({.name = "start", .nodes = top, .motion = fixed_motion(), .until = 0.5});
  const auto box = make_box({0.06, 0.02, 0.06}, 0.001);
  // y of the first sheet is 0, of the second −2.1 mm
  sim.add_obstacle({.name = "jaw",
                    .shape = box,
                    .path = fixed_pose({.translation = {0, 0.01 + 0.52 * kLayerThickness, -0.04}}),
                    .friction = 0.5});
  sim.add_obstacle({.name = "finger",
                    .shape = box,
                    .path = fixed_pose({.translation = {0, -0.015 - 1.6 * kLayerThickness, -0.04}}),
                    .friction = 0.5,
                    .finger = Finger{.axis = {0, 1, 0}, .force = constant_force(2), .stroke = 0.03}});
  EXPECT_EQ(advance(sim, 50).missed, 0);
  const Points before = sim.state().x;
  EXPECT_LE(advance(sim, 100).missed, 2);
  for (const Eigen::Index sheet : {0, 169}) {
    const Eigen::Index held = sheet + 10 * 13 + 6;  // between the jaws
    expect_at_most("two sheets pinched with 2 N: slip in a second",
                   1e3 * (sim.state().x.row(held) - before.row(held)).norm(), 1, "mm");
  }
  ASSERT_EQ(exact_crossings(sim.model().rest, sim.state().x), 0);
}

/// A towel on a table whose far corners two hands lead over to the near ones and back, or hold still.
Simulation towel(bool folds) {
  const Mesh mesh = make_rectangle({0.3, 0.3}, {13, 13});
  Simulation sim = pile(mesh, kLayerCloth, 0.5);
  const auto path = [folds](double t) {
    const double s = std::clamp(std::min(t - 0.2, 3.7 - t) / 1.5, 0.0, 1.0), angle = s * std::numbers::pi;
    RigidPose pose;
    if (folds) pose.translation = {0, -0.144 * (1 - std::cos(angle)), 0.13 * std::sin(angle) + 0.004 * s};
    return pose;
  };
  sim.grasp("left", {12 * 13}, Motion{path, true});
  sim.grasp("right", {13 * 13 - 1}, Motion{path, true});
  return sim;
}

TEST(LayerBars, AFoldThatIsUnfoldedIsAsIfItNeverWas) {
  Simulation folded = towel(true), still = towel(false);
  const Worst worst = advance(folded, 195);
  EXPECT_LE(worst.missed, 2);
  EXPECT_FALSE(folded.state().layers.empty());
  EXPECT_LE(advance(folded, 255).missed, 2);
  EXPECT_EQ(advance(still, 450).missed, 0);
  expect_at_most("fold and unfold: farthest node from a towel that never folded",
                 1e3 * (folded.state().x - still.state().x).rowwise().norm().maxCoeff(), 2, "mm");
  expect_at_most("fold and unfold: pull of the layers over the weight",
                 100 * folded.layer_force().rowwise().norm().maxCoeff() / weight_of(folded), 1, "%");
}

/// Of a sheet one half is held in the air; a hand folds the other over it by its corners, leads them through
/// it from 1 to 1.3 s, and is back at 1.6 s.
TEST(LayerBars, ARigidHandLedThroughItsOwnLayerRecovers) {
  const Mesh mesh = make_rectangle({0.3, 0.3}, {13, 13});
  Simulation sim(make_cloth_model(mesh, kLayerCloth, touching(0.3)), mesh.x);
  std::vector<int> half(78);
  std::iota(half.begin(), half.end(), 0);
  sim.grasp("half", half, fixed_motion(), rigid_grip());
  const auto path = [](double t) {
    const double angle = std::numbers::pi * std::clamp(t, 0.0, 1.0),
                 through = std::clamp(std::min(t - 1.0, 1.6 - t) / 0.3, 0.0, 1.0);
    RigidPose pose;
    pose.translation = {0, -0.1 * (1 - std::cos(angle)),
                        0.09 * std::sin(angle) + 0.005 * (1 - std::cos(angle)) - 0.03 * through};
    return pose;
  };
  const int hand = sim.grasp("corners", {156, 168}, Motion{path, true}, rigid_grip());
  int said = 0, last_miss = 0;
  for (int k = 1; k <= 240; ++k) {
    const bool missed = sim.step().status != StepStatus::converged;
    said += missed && k <= 160;
    if (missed && k > 160) last_miss = k - 160;
    ASSERT_EQ(exact_crossings(mesh, sim.state().x), 0) << k;
  }
  EXPECT_GT(said, 20);
  expect_at_most("rigid hand led through its own layer and back: recovered after", 0.01 * last_miss, 0.5,
                 "s");
  EXPECT_LT(sim.grasp_force(hand).norm(), 2 * weight_of(sim));
}

/// The lower corner of a hanging sheet is led through it just below the edge that is held, at the end of its
/// reach, and back down. Cells of 37.5 mm crumple there in many ways: whether their strain is gone soon
/// depends on tenths of a millimetre, with layers or without.
TEST(LayerBars, ARigidHandLedThroughTheLineThatIsHeldMostlyRecovers) {
  const Mesh mesh = make_rectangle({0.3, 0.3}, {9, 9});
  int recovered = 0, missed = 0, hands = 0;
  for (int tenths = -16; tenths <= 16; tenths += kSanitized ? 16 : 2) {
    const double height = 0.285 + 1e-4 * tenths;  // [m]
    Simulation sim(make_cloth_model(mesh, kLayerCloth, touching(0.3)), upright(mesh));
    std::vector<int> top(9);
    std::iota(top.begin(), top.end(), 72);
    sim.grasp("top", top, fixed_motion(), rigid_grip());
    const auto path = [height](double t) {
      RigidPose pose;
      const double lift = std::clamp(t / 0.6, 0.0, 1.0) - 0.2 * std::clamp((t - 1.4) / 0.3, 0.0, 1.0),
                   through = std::clamp(std::min(t - 0.6, 1.4 - t) / 0.4, 0.0, 1.0);
      pose.translation = {0.1 * lift,
                          -0.06 * std::sin(std::numbers::pi * lift) - 0.03 * lift + 0.09 * through,
                          height * lift};
      return pose;
    };
    const int hand = sim.grasp("corner", {0}, Motion{path, true}, rigid_grip());
    int last_miss = 0;
    for (int k = 1; k <= 270; ++k) {
      if (sim.step().status != StepStatus::converged) last_miss = k;
      ASSERT_EQ(exact_crossings(mesh, sim.state().x), 0) << height << " m, " << k;
    }
    missed += last_miss > 0;
    recovered += last_miss <= 170 + 50 && sim.grasp_force(hand).norm() < 5 * weight_of(sim);
    ++hands;
  }
  std::printf("[ measured ] rigid hands led through the line that is held and back: %d of %d within 0.5 s\n",
              recovered, hands);
  if (kSanitized) return;  // too few to count
  EXPECT_GT(missed, 0) << "what cannot be reached is said";
  EXPECT_GE(2 * recovered, hands);
}

/// Heights of a sheet over the one below at rest, where both are at least this far from their rims.
void expect_gap(const Mesh& one, double thickness, const std::string& name) {
  const int n = one.node_count();
  Mesh all;
  all.x.resize(2 * n, 3);
  all.x << one.x, one.x.rowwise() + Eigen::RowVector3d(3.7e-3, 2.3e-3, 1.1 * thickness);
  all.elements = one.elements;
  for (Element e : one.elements) {
    for (int c = 0; c < corner_count(e); ++c) e[c] += n;
    all.elements.push_back(e);
  }
  Material material = kLayerCloth;
  material.thickness = thickness;
  Simulation sim = pile(all, material, 0.5);
  EXPECT_EQ(advance(sim, 60).missed, 0) << name;
  double sum = 0, worst = 0;
  int counted = 0;
  for (int i = n; i < 2 * n; ++i) {
    const Vec3 at = sim.state().x.row(i).transpose();
    if (one.x.row(i - n).head<2>().minCoeff() < 0.06 || one.x.row(i - n).head<2>().maxCoeff() > 0.24)
      continue;
    Eigen::Index below = 0;
    (sim.state().x.topRows(n).leftCols(2).rowwise() - at.head<2>().transpose())
        .rowwise()
        .norm()
        .minCoeff(&below);
    const double gap = at.z() - sim.state().x(below, 2);
    sum += gap;
    worst = std::max(worst, std::abs(gap / thickness - 1));
    ++counted;
  }
  expect_at_most(("gap of layers on " + name + ": mean off by").c_str(),
                 100 * std::abs(sum / counted / thickness - 1), 2, "%");
  expect_at_most(("gap of layers on " + name + ": worst off by").c_str(), 100 * worst, 5, "%");
}

TEST(LayerBars, GapsAreTheThicknessOnTrianglesAndFineQuads) {
  expect_gap(make_rectangle({0.3, 0.3}, {33, 33}), 1e-3, "33×33 quads");
  for (const double thickness : {0.5e-3, 2e-3})
    expect_gap(make_irregular_rectangle({0.3, 0.3}, 250, 1), thickness, "irregular triangles");
}

}  // namespace
}  // namespace isocloth::test
