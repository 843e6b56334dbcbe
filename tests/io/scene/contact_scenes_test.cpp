#include <algorithm>

#include "io/scene/build_simulation.hpp"
#include "scene_texts.hpp"
#include "support/measured.hpp"

namespace isocloth::io::test {
namespace {

/// Deepest point of the surface inside an obstacle [m], by sampling every element: knows nothing of how
/// contacts are found. Elements with a held node are left out: their grasp may press them in.
double deepest_sample(const Simulation& sim, const std::vector<char>& held) {
  constexpr int kCells = 8;
  double deepest = 0;
  for (const Obstacle& obstacle : sim.obstacles()) {
    const RigidPose pose = obstacle.path(sim.state().time);
    for (const Element& e : sim.model().rest.elements) {
      const int corners = corner_count(e);
      if (std::any_of(e.begin(), e.begin() + corners, [&](int node) { return held[node] != 0; })) continue;
      for (int i = 0; i <= kCells; ++i)
        for (int j = 0; j <= (corners == 3 ? kCells - i : kCells); ++j) {
          const double a = static_cast<double>(i) / kCells, b = static_cast<double>(j) / kCells;
          const double w[4] = {corners == 3 ? 1 - a - b : (1 - a) * (1 - b), corners == 3 ? a : a * (1 - b),
                               corners == 3 ? b : a * b, corners == 3 ? 0 : (1 - a) * b};
          Vec3 point = Vec3::Zero();
          for (int c = 0; c < corners; ++c) point += w[c] * sim.state().x.row(e[c]).transpose();
          const double gap = obstacle.shape->distance_to(pose.to_own(point)).distance -
                             sim.model().pieces.front().material.thickness / 2;
          deepest = std::max(deepest, -gap);
        }
    }
  }
  return deepest;
}

/// Each scene with obstacles: cloth stays outside, and stays a cloth.
TEST(ContactScenes, StayOutsideTheirObstaclesAndKeepTheirArea) {
  double nodes = 0, surface = 0, dispersion = 0, missed = 0, steps = 0;
  for (const char* name : {"tablecloth", "sphere", "ball", "edge", "hanger", "finger", "rest"}) {
    const Scene scene = load_scene(std::string(ISOCLOTH_SOURCE_DIR) + "/scenes/" + name + ".yaml");
    Simulation sim = make_simulation(scene);
    std::vector<char> held(sim.model().rest.node_count(), 0);
    for (const Grasp& grasp : sim.grasps())
      for (const int node : grasp.nodes) held[node] = 1;
    const int count = static_cast<int>(scene.time.duration / scene.time.step);
    for (int k = 0; k < count; ++k) {
      const StepReport report = sim.step();
      nodes = std::max(nodes, report.node_penetration);
      if (k % 4 == 0) surface = std::max(surface, deepest_sample(sim, held));
      dispersion = std::max(dispersion, report.area.dispersion);
      missed += report.status != StepStatus::converged;
      EXPECT_LE(report.surface_penetration, 1e-3) << name << " at " << sim.state().time << " s";
    }
    steps += count;
  }
  using isocloth::test::expect_at_most;
  expect_at_most("scenes with obstacles: deepest node", 1e3 * nodes, 0.1, "mm");
  expect_at_most("scenes with obstacles: deepest sample of the surface", 1e3 * surface, 1, "mm");
  expect_at_most("scenes with obstacles: dispersion of the area error", 100 * dispersion, 3, "%");
  expect_at_most("scenes with obstacles: share of steps that missed", missed / steps, 0.01, "-");
}

}  // namespace
}  // namespace isocloth::io::test
