#include "hourglass_scenes.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "isocloth/mesh/edit.hpp"
#include "isocloth/mesh/pose.hpp"

namespace isocloth::bench {
namespace {

Simulation make(const Candidate& candidate, const Mesh& rest, const Material& material, const Pose& pose,
                double dt) {
  StepOptions options{.dt = dt};
  options.projection.method = candidate.method;
  return {make_cloth_model(rest, material, candidate.cloth), pose.apply(rest.x), options};
}

}  // namespace

Simulation shaken_sheet(const Candidate& candidate) {
  Simulation sim =
      make(candidate, make_rectangle({0.297, 0.42}, {9, 9}),
           {.density = 1, .virtual_mass = 0.52, .damping = 2.69}, {.rotate_deg = {90, 0, 0}}, 0.01);
  const Motion shake = sine_motion({0, 1, 0}, 0.075, 0.6, std::numbers::pi / 2);
  sim.grasp("left", {72}, shake);
  sim.grasp("right", {80}, shake);
  return sim;
}

Simulation falling_corner(const Candidate& candidate, ElementKind kind) {
  const bool quads = kind == ElementKind::quad;
  Mesh sheet = quads ? make_rectangle({1, 1}, {23, 23}) : make_irregular_rectangle({1, 1}, 472, 1);
  add_noise(sheet, 0.003, 1);
  Simulation sim = make(candidate, sheet, {.density = 1, .virtual_mass = 1, .damping = 3}, {}, 0.005);
  for (const int corner : quads ? std::vector<int>{22, 528, 506} : std::vector<int>{1, 2, 3})
    sim.grasp("corner " + std::to_string(corner), {corner});
  return sim;
}

Simulation draped_ring(const Candidate& candidate) {
  const int around = 96;
  Simulation sim = make(candidate, make_ring(kTableRadius, 0.15, {around, 8}),
                        {.density = 0.2, .virtual_mass = 0.2, .bending = 1e-5, .damping = 0.5},
                        {.translate = {0, 0, 0.5}}, 0.01);
  std::vector<int> table(around);
  std::iota(table.begin(), table.end(), 0);
  sim.grasp("table", table);
  return sim;
}

Simulation swung_square(const Candidate& candidate) {
  Simulation sim = make(candidate, make_rectangle({0.3, 0.3}, {10, 10}),
                        {.density = 0.2, .virtual_mass = 0.2, .damping = 1.5},
                        {.rotate_deg = {90, 0, 0}, .translate = {-0.15, 0.5, 0}}, 0.01);
  const Motion swing{[](double t) { return Vec3(0, 0.08 * (1 - std::cos(std::numbers::pi * t)), 0); }, true};
  sim.grasp("left", {90}, swing);
  sim.grasp("right", {99}, swing);
  return sim;
}

}  // namespace isocloth::bench
