#include "io/scene/make_frame.hpp"

#include "io/scene/build_obstacles.hpp"

namespace isocloth::io {
namespace {

void add_obstacles(const Simulation& simulation, Frame& frame) {
  const int count = static_cast<int>(simulation.obstacles().size());
  if (count == 0) return;
  frame.obstacle_force.resize(count, 3);
  frame.obstacle_torque.resize(count, 3);
  for (int i = 0; i < count; ++i) {
    frame.obstacle_pose.push_back(simulation.obstacles()[static_cast<std::size_t>(i)].path(frame.time));
    const ObstacleLoad load = simulation.obstacle_load(i);
    frame.obstacle_force.row(i) = load.force.transpose();
    frame.obstacle_torque.row(i) = load.torque.transpose();
  }
  frame.contact_force = simulation.contact_force();
}

}  // namespace

void add(const StepReport& step, FrameDiagnostics& frame) {
  ++frame.steps;
  frame.converged_steps += step.status == StepStatus::converged;
  frame.iterations += step.iterations;
  raise(frame.metric_error, step.metric_error);
  raise(frame.area_total, step.area.total);
  raise(frame.area_mean, step.area.mean);
  raise(frame.area_dispersion, step.area.dispersion);
  raise(frame.node_penetration, step.node_penetration);
  raise(frame.surface_penetration, step.surface_penetration);
}

Frame make_frame(const Simulation& simulation, const FrameDiagnostics& diagnostics) {
  const ClothState& state = simulation.state();
  Frame frame{.time = state.time, .x = state.x, .v = state.v, .diagnostics = diagnostics, .grasp_force = {}};
  const int grasps = static_cast<int>(simulation.grasps().size());
  frame.grasp_force.resize(grasps, 3);
  for (int g = 0; g < grasps; ++g) frame.grasp_force.row(g) = simulation.grasp_force(g).transpose();
  add_obstacles(simulation, frame);
  return frame;
}

TrajectoryInfo trajectory_info(const std::string& scene, const Simulation& simulation) {
  TrajectoryInfo info{
      .scene = scene, .rest = simulation.model().rest, .step = simulation.options().dt, .grasps = {}};
  for (const Grasp& grasp : simulation.grasps()) info.grasps.push_back({grasp.name, grasp.nodes});
  info.obstacles = obstacle_infos(simulation.obstacles(), simulation.state().x);
  return info;
}

}  // namespace isocloth::io
