#include "io/scene/build_simulation.hpp"
#include "isocloth/session/make_frame.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "io/scene/read_scene.hpp"
#include "isocloth/mesh/edit.hpp"
#include "support/refusal.hpp"

namespace isocloth::io::test {
namespace {

Scene scene_of(const std::string& cloth, const std::string& grasps = "[]") {
  return parse_scene("cloth: {" + cloth + "}\ngrasps: " + grasps + "\ntime: {duration: 1, step: 0.02}\n",
                     "a.yaml");
}

TEST(MakeMesh, MakesWhatTheGeneratorMakes) {
  EXPECT_EQ(
      make_mesh(scene_of("mesh: {rectangle: {size: [1, 2], nodes: [3, 4], element: triangle}}").cloths[0]).x,
      make_rectangle({1, 2}, {3, 4}, ElementKind::triangle).x);
  EXPECT_EQ(make_mesh(scene_of("mesh: {irregular: {size: [1, 2], count: 30, seed: 5}}").cloths[0]).elements,
            make_irregular_rectangle({1, 2}, 30, 5).elements);
  EXPECT_EQ(
      make_mesh(scene_of("mesh: {ring: {inner_radius: 1, outer_radius: 2, nodes: [8, 3]}}").cloths[0]).x,
      make_ring(1, 2, {8, 3}).x);
  EXPECT_EQ(make_mesh(scene_of("mesh: {disc: {radius: 1, core: 2, rings: 3}}").cloths[0]).x,
            make_disc(1, 2, 3).x);
  EXPECT_EQ(make_mesh(scene_of("mesh: {tube: {radius: 1, height: 2, nodes: [8, 3]}}").cloths[0]).x,
            make_tube(1, 2, {8, 3}).x);
}

TEST(MakeMesh, AddsTheNoiseOfItsSeed) {
  Mesh expected = make_rectangle({1, 1}, {5, 5});
  add_noise(expected, 0.01, 9);
  const Scene scene =
      scene_of("mesh: {rectangle: {size: [1, 1], nodes: [5, 5]}}, rest_noise: {std: 0.01, seed: 9}");
  EXPECT_EQ(make_mesh(scene.cloths[0]).x, expected.x);
}

TEST(MakeSimulation, HandsEveryNumberToTheEngine) {
  const Scene scene = parse_scene(
      "cloth:\n"
      "  mesh: {rectangle: {size: [1, 1], nodes: [3, 3]}}\n"
      "  material: {density: 2, virtual_mass: 3, bending: 4, damping: 5, bending_damping: 6}\n"
      "  corners: {nodes: [0, 2]}\n"
      "gravity: [1, 2, 3]\n"
      "time: {duration: 1, step: 0.02}\n"
      "solver: {tolerance: 0.25, max_iterations: 7, method: fast_projection}\n",
      "a.yaml");
  const Simulation simulation = make_simulation(scene);
  const Material& m = simulation.model().pieces.front().material;
  EXPECT_EQ(std::vector({m.density, m.gravitational_mass(), m.bending, m.damping, m.bending_damping}),
            std::vector({2.0, 3.0, 4.0, 5.0, 6.0}));
  EXPECT_EQ(simulation.model().corners, (std::vector{0, 2}));
  EXPECT_EQ(simulation.options().gravity, Vec3(1, 2, 3));
  EXPECT_EQ(simulation.options().dt, 0.02);
  EXPECT_EQ(simulation.options().projection.tolerance, 0.25);
  EXPECT_EQ(simulation.options().projection.max_iterations, 7);
  EXPECT_EQ(simulation.options().projection.method, ProjectionMethod::fast);
}

TEST(MakeSimulation, WeavesTheClothAlongItsWarp) {
  const auto hem_of = [](const std::string& warp) {
    const Scene scene = parse_scene(
        "cloth:\n"
        "  mesh: {rectangle: {size: [1, 1], nodes: [5, 5]}}\n"
        "  pose: {rotate_deg: [90, 0, 0]}\n"
        "  material: {density: 0.2, damping: 1, shear_stiffness: 5}\n"
        "  warp: " +
            warp +
            "\n"
            "grasps: [{nodes: [20, 21, 22, 23, 24]}]\n"
            "time: {duration: 1}\n",
        "a.yaml");
    Simulation simulation = make_simulation(scene);
    for (int k = 0; k < 100; ++k) (void)simulation.step();
    return simulation.state().x(2, 2);  // the middle of the hem
  };
  EXPECT_NEAR(hem_of("[1, 0, 0]"), 0, 1e-3);  // hangs by threads
  EXPECT_LT(hem_of("[1, 1, 0]"), -0.01);      // hangs on the bias
}

TEST(MakeSimulation, KnowsEveryMethod) {
  const auto method = [](const std::string& name) {
    const Scene scene = parse_scene(
        "cloth: {mesh: {rectangle: {size: [1, 1], nodes: [3, 3]}}}\ntime: {duration: 1}\nsolver: {method: " +
            name + "}\n",
        "a.yaml");
    return make_simulation(scene).options().projection.method;
  };
  EXPECT_EQ(method("implicit"), ProjectionMethod::implicit);
  EXPECT_EQ(method("fast_projection"), ProjectionMethod::fast);
  EXPECT_EQ(method("reference"), ProjectionMethod::reference);
}

TEST(MakeSimulation, HoldsTheMetricInQuadsOrWhereAskedOrWhereThePrintedMethodNeedsIt) {
  const auto rows = [](const std::string& cloth, const std::string& method) {
    const Scene scene = parse_scene("cloth: {mesh: {rectangle: {size: [1, 1], nodes: [3, 3]}}" + cloth +
                                        "}\ntime: {duration: 1}\nsolver: {method: " + method + "}\n",
                                    "a.yaml");
    return make_simulation(scene).model().pieces.front().options.rows;
  };
  EXPECT_EQ(rows("", "implicit"), RowsAt::elements);
  EXPECT_EQ(rows(", rows: nodes", "implicit"), RowsAt::nodes);
  EXPECT_EQ(rows("", "fast_projection"), RowsAt::nodes);
  EXPECT_REFUSES(rows(", rows: elements", "reference"),
                 "a.yaml:3: solver.method must be implicit for cloth.rows: elements");
}

TEST(MakeSimulation, StartsAtRestInThePose) {
  const Simulation simulation =
      make_simulation(scene_of("mesh: {rectangle: {size: [1, 2], nodes: [2, 2]}}, pose: {rotate_deg: [90, 0, "
                               "0], translate: [0, 0, 5]}"));
  EXPECT_EQ(Vec3(simulation.state().x.row(3)), Vec3(1, 0, 7)) << "y became z";
  EXPECT_TRUE(simulation.state().v.isZero(0));
  EXPECT_EQ(Vec3(simulation.model().rest.x.row(3)), Vec3(1, 2, 0)) << "the rest shape is not posed";
}

TEST(MakeSimulation, SineBeginsWhereItsGraspBegins) {
  const Scene scene = scene_of("mesh: {rectangle: {size: [1, 1], nodes: [2, 2]}}",
                               "[{nodes: [0], from: 0.3, until: 0.9, motion: {sine: {direction: [0, 0, 2], "
                               "amplitude: 0.5, frequency: 1}}}]");
  const Grasp grasp = make_simulation(scene).grasps()[0];
  EXPECT_EQ(grasp.from, 0.3);
  EXPECT_EQ(grasp.until, 0.9);
  EXPECT_EQ(grasp.motion.path(0.3).translation.norm(), 0);
  // a quarter of a second at 1 Hz: the crest, within rounding of 0.55 − 0.3
  EXPECT_NEAR((grasp.motion.path(0.55).translation - Vec3(0, 0, 0.5)).norm(), 0, 1e-15);
}

TEST(MakeSimulation, KeyframesOfAHandTurnItsNodesAboutItsFrame) {
  const std::string half = "{translate: [0.5, 0, 0], rotate_deg: [0, 0, 180]}",
                    same = "{translate: [0.5, 0, 0]}",
                    turned = "{translate: [0.5, 0, 0], quaternion: [0, 0, 0, 1]}";
  for (const std::string& end : {half, turned}) {
    Scene scene =
        scene_of("mesh: {rectangle: {size: [1, 1], nodes: [2, 2]}}",
                 "[{nodes: [0, 1, 2, 3], stiffness: rigid, motion: {keyframes: {times: [0, 0.5], poses: [" +
                     same + ", " + end + "]}}}]");
    Simulation simulation = make_simulation(scene);
    while (simulation.state().time < 0.5) EXPECT_EQ(simulation.step().status, StepStatus::converged);
    EXPECT_LT((simulation.state().x.row(1) - Eigen::RowVector3d(0, 0, 0)).norm(), 1e-12)
        << "about (0.5, 0, 0)";
  }
  EXPECT_REFUSES(
      make_simulation(scene_of("mesh: {rectangle: {size: [1, 1], nodes: [2, 2]}}",
                               "[{nodes: [0], motion: {keyframes: {times: [0], poses: [{translate: "
                               "[7, 0, 0]}]}}}]")),
      "its path begins at (7.000, 0.000, 0.000) m, 7 m from its first node 0");
}

TEST(MakeSimulation, ErrorsNameTheScene) {
  EXPECT_REFUSES(
      make_simulation(scene_of("mesh: {rectangle: {size: [1, 1], nodes: [9, 9]}}, rest_noise: {std: 1}")),
      "a.yaml: element");
}

TEST(TrajectoryInfo, HoldsSceneMeshAndGrasps) {
  const Scene scene =
      scene_of("mesh: {rectangle: {size: [1, 1], nodes: [2, 2]}}", "[{name: hand, nodes: [3, 1]}]");
  const TrajectoryInfo info = trajectory_info(scene.text, make_simulation(scene));
  EXPECT_EQ(info.scene, scene.text);
  EXPECT_EQ(info.step, 0.02);
  EXPECT_EQ(info.rest.node_count(), 4);
  ASSERT_EQ(info.grasps.size(), 1u);
  EXPECT_EQ(info.grasps[0].name, "hand");
  EXPECT_EQ(info.grasps[0].nodes, (std::vector{3, 1}));
}

}  // namespace
}  // namespace isocloth::io::test
