#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "dynamics/runs.hpp"
#include "isocloth/dynamics/energy.hpp"
#include "support/measured.hpp"
#include "support/refusal.hpp"

namespace isocloth::test {
namespace {

constexpr double kShear = 30;  // [N/m]

Material woven(double shear, double bending = 1e-5) {
  return {.density = 0.2, .virtual_mass = 0.2, .bending = bending, .damping = 1, .shear_stiffness = shear};
}

std::vector<int> nodes_where(const Mesh& mesh, const std::function<bool(const Vec3&)>& wanted) {
  std::vector<int> nodes;
  for (int k = 0; k < mesh.node_count(); ++k)
    if (wanted(mesh.x.row(k).transpose())) nodes.push_back(k);
  return nodes;
}

/// A frame of four bars: two opposite sides of a sheet are turned by γ, as in a shear tester, which needs the
/// force S sin γ cos γ per length of a side.
TEST(Woven, NeedsTheForceOfItsShearStiffness) {
  const double width = 0.2, height = 0.05, gamma = 0.1;
  for (const Mesh& sheet :
       {make_rectangle({width, height}, {17, 5}), make_rectangle({width, height}, {33, 9}),
        make_irregular_rectangle({width, height}, 200, 1)}) {
    StepOptions options;
    options.gravity = Vec3::Zero();
    Simulation sim(make_cloth_model(sheet, woven(kShear, 1e-3)), sheet.x, options);
    sim.grasp("near", nodes_where(sheet, [](const Vec3& p) { return p.y() < 1e-9; }), fixed_motion(),
              rigid_grip());
    const auto turned = [&](double t) {
      const double angle = gamma * std::min(t, 1.0);
      return Vec3(height * std::sin(angle), height * (std::cos(angle) - 1), 0);
    };
    const int far =
        sim.add_grasp({.name = "far",
                       .nodes = nodes_where(sheet, [&](const Vec3& p) { return p.y() > height - 1e-9; }),
                       .motion = position_motion(turned),
                       .grip = rigid_grip()});
    EXPECT_EQ(advance(sim, 200).missed, 0);
    const Vec3 along(std::cos(gamma), -std::sin(gamma), 0);
    const double expected = kShear * std::sin(gamma) * std::cos(gamma) * width;
    EXPECT_NEAR(sim.grasp_force(far).dot(along), expected, 0.05 * expected) << sheet.node_count();
  }
}

/// Where the lower corner of a square ends that hangs by the opposite one, threads at 45°, at rest [m].
double hanging_corner(double shear, int nodes) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {nodes, nodes});
  Simulation sim(make_cloth_model(sheet, woven(shear)),
                 Pose{.rotate_deg = {90, 45, 0}, .translate = {0, 0, 0}}.apply(sheet.x));
  sim.grasp("corner", {nodes * nodes - 1});
  EXPECT_EQ(advance(sim, 600).missed, 0);
  return sim.state().x(0, 2);
}

TEST(Woven, LengthensOnTheBiasTheMoreTheSofterItIs) {
  const double diagonal = hanging_corner(std::numeric_limits<double>::infinity(), 9);
  const double soft = hanging_corner(5, 9), fine = hanging_corner(5, 17);
  EXPECT_LT(hanging_corner(30, 9), diagonal - 1e-4);
  EXPECT_LT(soft, hanging_corner(30, 9) - 1e-3);
  EXPECT_NEAR(fine, soft, 0.25 * (diagonal - soft));
}

/// How far the hem of a square sinks that hangs by its upper side, threads at 45° [m].
double sunk_hem(int nodes) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {nodes, nodes});
  ClothOptions bias;
  bias.warp = {1, 1, 0};
  Simulation sim(make_cloth_model(sheet, woven(5), bias), upright(sheet));
  sim.grasp("rail", nodes_where(sheet, [](const Vec3& p) { return p.y() > 0.3 - 1e-9; }), fixed_motion(),
            rigid_grip());
  EXPECT_EQ(advance(sim, 300).missed, 0);
  return -sim.state().x(nodes / 2, 2);
}

/// A free strip would lengthen by ρgL²/8S, 4.4 mm; the rail keeps the threads from turning above.
TEST(Woven, SinksOnTheBiasAlikeOnEveryMesh) {
  const double fine = sunk_hem(33);
  EXPECT_GT(fine, 2e-3);
  EXPECT_LT(fine, 0.2 * 9.8 * 0.09 / (8 * 5));
  EXPECT_NEAR(sunk_hem(9), fine, 0.15 * fine);
  EXPECT_NEAR(sunk_hem(17), fine, 0.08 * fine);
}

TEST(Woven, VeryStiffIsInextensible) {
  EXPECT_NEAR(hanging_corner(1e5, 9), hanging_corner(std::numeric_limits<double>::infinity(), 9), 2e-4);
}

/// Largest relative change of an element's E and G.
double thread_error(const Simulation& sim) {
  const RowPattern& pattern = sim.model().rows.pattern();
  Vector c(pattern.row_count());
  sim.model().rows.measure(sim.state().x, c);
  double worst = 0;
  for (int r = pattern.constraint_rows; r < pattern.row_count(); r += 3)
    worst = std::max({worst, std::abs(c[r]), std::abs(c[r + 2])});
  return worst;
}

TEST(Woven, ThreadsKeepTheirLengthWhileASheetIsShaken) {
  const Mesh sheet = make_irregular_rectangle({0.297, 0.42}, 100, 1);
  Simulation sim(make_cloth_model(sheet, woven(kShear)), upright(sheet));
  const Motion shake = sine_motion({0, 1, 0}, 0.075, 0.6, 0);
  const auto corner = [&](double x) {
    return nodes_where(sheet, [&](const Vec3& p) { return (p - Vec3(x, 0.42, 0)).norm() < 1e-9; });
  };
  sim.add_grasp({.name = "left", .nodes = corner(0), .motion = shake});
  sim.add_grasp({.name = "right", .nodes = corner(0.297), .motion = shake});
  double threads = 0;
  for (int k = 0; k < 500; ++k) {
    EXPECT_EQ(sim.step().status, StepStatus::converged);
    threads = std::max(threads, thread_error(sim));
  }
  expect_at_most("woven sheet, shaken: threads of an element, longer or shorter by", 50 * threads, 3, "%");
}

TEST(Woven, EnergyNeverRisesWhileNothingMoves) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {9, 9});
  Simulation sim(make_cloth_model(sheet, woven(kShear)),
                 Pose{.rotate_deg = {90, 45, 0}, .translate = {0, 0, 0}}.apply(sheet.x));
  sim.grasp("corner", {80});
  const auto now = [&] { return energy(sim.model(), sim.options().gravity, sim.state().x, sim.state().v); };
  const double weight = 0.2 * 0.09 * 9.81;  // [N]
  double last = now().mechanical(), most_shear = 0;
  for (int k = 0; k < 300; ++k) {
    (void)sim.step();
    EXPECT_LE(now().mechanical(), last + weight * 2e-5) << k;  // what lifts the sheet by 0.02 mm
    last = now().mechanical();
    most_shear = std::max(most_shear, now().shear);
  }
  EXPECT_GT(most_shear, weight * 1e-4);
}

TEST(Woven, ContinuesFromASavedStateWithTheSameBits) {
  const Mesh ring = make_ring(0.09, 0.15, {24, 4});
  const auto model = make_cloth_model(ring, woven(kShear));
  Simulation sim(model, ring.x), again(model, ring.x);
  for (Simulation* s : {&sim, &again}) s->grasp("first", {0, 1, 2});
  (void)advance(sim, 20);
  again.restore(sim.state());
  (void)advance(sim, 20);
  (void)advance(again, 20);
  EXPECT_EQ(sim.state().x, again.state().x);
}

TEST(Woven, RefusesWhatHasNoThreads) {
  const Mesh sheet = make_rectangle({0.3, 0.3}, {4, 4});
  const auto make = [&](double shear, const ClothOptions& options = {}) {
    return make_cloth_model(sheet, woven(shear), options);
  };
  ClothOptions edges, element, nowhere;
  edges.edges = EdgeModel{1};
  element.frames = Frames::element;
  nowhere.warp = {0, 0, 0};
  EXPECT_REFUSES(make(0), "shear_stiffness");
  EXPECT_REFUSES(make(std::nan("")), "shear_stiffness");
  EXPECT_REFUSES(make(kShear, edges), "shear_stiffness");
  EXPECT_REFUSES(make(kShear, element), "frames");
  EXPECT_REFUSES(make(kShear, nowhere), "warp");
  StepOptions printed;
  printed.projection.method = ProjectionMethod::fast;
  EXPECT_REFUSES(Simulation(make(kShear), sheet.x, printed), "shear_stiffness");
}

}  // namespace
}  // namespace isocloth::test
