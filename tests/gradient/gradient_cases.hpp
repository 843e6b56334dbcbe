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
  Mesh sheet = make_rectangle({0.3, 0.3}, {c.nodes, c.nodes});
  add_noise(sheet, 0.001, 3);
  StepOptions options = c.step;
  if (inputs) options.gravity = inputs->gravity;
  Points start = c.lies ? sheet.x : upright(sheet);
  if (c.lies) start.col(2).array() += 0.001;
  Simulation sim(make_cloth_model(sheet, inputs ? inputs->material : c.material, c.cloth), start, options);
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

}  // namespace isocloth::test
