#include "hourglass_scenes.hpp"

#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/pose.hpp"

namespace isocloth::bench {
namespace {

Simulation make(const Candidate& candidate, const Mesh& rest, const Points& start, const Material& material,
                double dt) {
  StepOptions options{.dt = dt};
  options.projection.method = candidate.method;
  return {make_cloth_model(rest, material, candidate.cloth), start, options};
}

}  // namespace

Simulation shaken_sheet(const Candidate& candidate) {
  const Mesh sheet = make_rectangle({0.297, 0.42}, {9, 9});
  Simulation sim = make(candidate, sheet, Pose{.rotate_deg = {90, 0, 0}}.apply(sheet.x),
                        {.density = 1, .virtual_mass = 0.52, .damping = 2.69}, 0.01);
  const Motion shake = sine_motion({0, 1, 0}, 0.075, 0.6, std::numbers::pi / 2);
  sim.grasp("left", {72}, shake);
  sim.grasp("right", {80}, shake);
  return sim;
}

Simulation falling_corner(const Candidate& candidate, ElementKind kind) {
  const bool quads = kind == ElementKind::quad;
  Mesh sheet = quads ? make_rectangle({1, 1}, {23, 23}) : make_irregular_rectangle({1, 1}, 472, 1);
  add_noise(sheet, 0.003, 1);
  Simulation sim = make(candidate, sheet, sheet.x, {.density = 1, .virtual_mass = 1, .damping = 3}, 0.005);
  for (const int corner : quads ? std::vector<int>{22, 528, 506} : std::vector<int>{1, 2, 3})
    sim.grasp("corner " + std::to_string(corner), {corner});
  return sim;
}

Simulation draped_ring(const Candidate& candidate, unsigned seed, bool refined) {
  const int around = refined ? 192 : 96;
  const Mesh ring = make_ring(kTableRadius, 0.15, {around, refined ? 15 : 8});
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> height(-1e-4, 1e-4);  // [m]
  Points start = ring.x;
  for (Eigen::Index i = around; i < start.rows(); ++i) start(i, 2) = height(rng);
  Simulation sim = make(candidate, ring, start,
                        {.density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = 0.5}, 0.01);
  std::vector<int> table(around);
  std::iota(table.begin(), table.end(), 0);
  sim.grasp("table", table);
  return sim;
}

Simulation swung_square(const Candidate& candidate) {
  const Mesh square = make_rectangle({0.3, 0.3}, {10, 10});
  const Pose pose{.rotate_deg = {90, 0, 0}, .translate = {-0.15, 0.5, 0}};
  Simulation sim = make(candidate, square, pose.apply(square.x),
                        {.density = 0.2, .virtual_mass = 0.2, .damping = 1.5}, 0.01);
  const Motion swing =
      position_motion([](double t) { return Vec3(0, 0.08 * (1 - std::cos(std::numbers::pi * t)), 0); });
  sim.grasp("left", {90}, swing);
  sim.grasp("right", {99}, swing);
  return sim;
}

}  // namespace isocloth::bench
