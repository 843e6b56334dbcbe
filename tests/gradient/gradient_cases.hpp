#pragma once

/// Cloths whose runs are differentiated.

#include "dynamics/runs.hpp"
#include "gradient/differences.hpp"

namespace isocloth::test {

/// A cloth, what holds it and what it touches.
struct GradientCase {
  Material material{.density = 0.2, .virtual_mass = 0.18, .damping = 1};
  ClothOptions cloth{};
  StepOptions step{};
  Grip grip{};
  int nodes = 7;      ///< along each side
  int warm_up = 200;  ///< steps before the run
  int steps = 100;    ///< of the run
  int seeds = 1;      ///< random losses and directions
  bool lies = false;  ///< on an obstacle, drawn by a corner; else it swings, held by two
  std::vector<Obstacle> obstacles{};
  Simulation (*make)(const GradientCase&, const RunInputs*) = nullptr;  ///< other cloths than one sheet
};

/// The obstacle, which does not move, elsewhere.
inline Obstacle moved(Obstacle obstacle, const RunInputs& inputs) {
  RigidPose pose = obstacle.path(0);
  const double angle = inputs.turn.norm();
  if (angle > 0) pose.rotation = Eigen::AngleAxisd(angle, inputs.turn / angle) * pose.rotation;
  pose.translation += inputs.shift;
  obstacle.path = fixed_pose(pose);
  return obstacle;
}

inline Simulation made(const GradientCase& c, const RunInputs* inputs = nullptr) {
  if (c.make) return c.make(c, inputs);
  Mesh sheet = make_rectangle({0.3, 0.3}, {c.nodes, c.nodes});
  add_noise(sheet, 0.001, 3);
  StepOptions options = c.step;
  if (inputs) options.gravity = inputs->gravity;
  Points start = c.lies ? sheet.x : upright(sheet);
  if (c.lies) start.col(2).array() += 0.001;
  Simulation sim(make_cloth_model(sheet, inputs ? inputs->materials[0] : c.material, c.cloth), start,
                 options);
  for (const Obstacle& obstacle : c.obstacles) sim.add_obstacle(inputs ? moved(obstacle, *inputs) : obstacle);
  const int top = c.nodes * (c.nodes - 1);
  const Motion swing = sine_motion({0.2, 1, 0.3}, 0.03, 0.6);
  const Motion draw = position_motion([](double t) -> Vec3 { return t * Vec3(-0.1, -0.05, 0.05); });
  if (c.lies) {
    sim.add_grasp({.name = "corner", .nodes = {0}, .motion = draw, .grip = c.grip});
    return sim;
  }
  sim.add_grasp({.name = "left", .nodes = {top}, .motion = swing, .grip = c.grip});
  sim.add_grasp({.name = "right", .nodes = {top + c.nodes - 1, top - 1}, .motion = swing, .grip = c.grip});
  return sim;
}

/// Cloths in one simulation, which start here.
inline Simulation together(std::vector<ClothPiece> cloths, const Points& start, const GradientCase& c,
                           const RunInputs* inputs) {
  StepOptions options = c.step;
  if (inputs) options.gravity = inputs->gravity;
  for (std::size_t k = 0; inputs && k < cloths.size(); ++k) cloths[k].material = inputs->materials[k];
  Simulation sim(make_cloth_model(cloths), start, options);
  for (const Obstacle& obstacle : c.obstacles) sim.add_obstacle(inputs ? moved(obstacle, *inputs) : obstacle);
  return sim;
}

/// Two sheets of different cloth side by side, which swing.
inline Simulation side_by_side(const GradientCase& c, const RunInputs* inputs) {
  Mesh one = make_rectangle({0.3, 0.3}, {5, 5}), other = make_rectangle({0.2, 0.3}, {4, 6});
  add_noise(one, 0.001, 3);
  add_noise(other, 0.001, 4);
  Material heavy{.density = 0.5, .bending = 2e-5, .damping = 0.4, .shear_stiffness = 20};
  Points start(one.x.rows() + other.x.rows(), 3);
  start << upright(one), upright(other).rowwise() + Eigen::RowVector3d(0.5, 0, 0);
  Simulation sim = together({{.rest = one, .name = "one", .material = c.material, .options = c.cloth},
                             {.rest = other, .name = "other", .material = heavy, .options = c.cloth}},
                            start, c, inputs);
  const Motion swing = sine_motion({0.2, 1, 0.3}, 0.03, 0.6);
  sim.add_grasp({.name = "one", .nodes = {20, 24}, .motion = swing, .grip = c.grip});
  sim.add_grasp({.name = "other", .nodes = {45, 48}, .motion = swing, .grip = c.grip});
  return sim;
}

/// A sheet on another one, drawn by a corner; both lie on the obstacles.
inline Simulation sheet_on_sheet(const GradientCase& c, const RunInputs* inputs) {
  Mesh lower = make_rectangle({0.3, 0.3}, {6, 6}), upper = make_rectangle({0.2, 0.2}, {5, 5});
  add_noise(lower, 0.001, 3);
  add_noise(upper, 0.001, 4);
  Material other = c.material;
  other.density *= 1.5;
  const double thick = c.material.thickness;
  Points start(lower.x.rows() + upper.x.rows(), 3);
  start << lower.x.rowwise() + Eigen::RowVector3d(0, 0, thick + 0.001),
      upper.x.rowwise() + Eigen::RowVector3d(0.053, 0.041, 2.2 * thick + 0.003);
  Simulation sim = together({{.rest = lower, .name = "lower", .material = c.material, .options = c.cloth},
                             {.rest = upper, .name = "upper", .material = other, .options = c.cloth}},
                            start, c, inputs);
  const Motion draw = position_motion([](double t) -> Vec3 { return t * Vec3(-0.1, -0.05, 0.05); });
  sim.add_grasp({.name = "corner", .nodes = {36}, .motion = draw, .grip = c.grip});
  return sim;
}

/// A sheet folded over itself, whose upper half a corner draws.
inline Simulation folded_over(const GradientCase& c, const RunInputs* inputs) {
  Mesh sheet = make_rectangle({0.4, 0.2}, {9, 5});
  add_noise(sheet, 0.001, 3);
  const double radius = 0.03, half = 0.2 - 0.5 * 3.14159265 * radius;  // of the fold; where it begins [m]
  Points start = sheet.x;
  for (Eigen::Index i = 0; i < start.rows(); ++i) {
    const double along = sheet.x(i, 0), angle = std::clamp((along - half) / radius, 0.0, 3.14159265);
    start(i, 0) = std::min(along, half) + radius * std::sin(angle);
    start(i, 2) = c.material.thickness + 0.001 + sheet.x(i, 2) + radius * (1 - std::cos(angle));
    if (angle == 3.14159265) start(i, 0) = half - (along - half - 3.14159265 * radius);
  }
  Simulation sim = together({{.rest = sheet, .material = c.material, .options = c.cloth}}, start, c, inputs);
  const Motion draw = position_motion([](double t) -> Vec3 { return t * Vec3(0.05, -0.08, -0.03); });
  sim.add_grasp({.name = "corner", .nodes = {8}, .motion = draw, .grip = c.grip});
  return sim;
}

}  // namespace isocloth::test
