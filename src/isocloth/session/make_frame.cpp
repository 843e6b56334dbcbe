#include "isocloth/session/make_frame.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// Indices of the obstacles that were not removed.
std::vector<int> obstacles_here(const Simulation& simulation) {
  std::vector<int> here;
  for (int i = 0; i < static_cast<int>(simulation.obstacles().size()); ++i)
    if (!simulation.obstacle_state(i).removed) here.push_back(i);
  return here;
}

void add_grasps(const Simulation& simulation, Frame& frame) {
  const int count = static_cast<int>(simulation.grasps().size());
  frame.grasp_force.resize(count, 3);
  frame.grasp_torque.resize(count, 3);
  for (int g = 0; g < count; ++g) {
    const Wrench wrench = simulation.grasp_wrench(g);
    frame.grasp_force.row(g) = wrench.force.transpose();
    frame.grasp_torque.row(g) = wrench.torque.transpose();
    frame.grasp_pose.push_back(simulation.grasp_pose(g));
  }
}

void add_obstacles(const Simulation& simulation, Frame& frame) {
  const std::vector<int> here = obstacles_here(simulation);
  const auto count = static_cast<Eigen::Index>(here.size());
  if (count == 0) return;
  frame.obstacle_force.resize(count, 3);
  frame.obstacle_torque.resize(count, 3);
  for (Eigen::Index i = 0; i < count; ++i) {
    const int obstacle = here[static_cast<std::size_t>(i)];
    frame.obstacle_pose.push_back(simulation.obstacle_pose(obstacle));
    const ObstacleLoad load = simulation.obstacle_load(obstacle);
    frame.obstacle_force.row(i) = load.force.transpose();
    frame.obstacle_torque.row(i) = load.torque.transpose();
  }
  frame.contact_force = simulation.contact_force();
  frame.contact_force += simulation.layer_force();
}

constexpr double kSquarePerCloth = 4;  ///< side of a half-space's square over the diagonal of the cloth

/// The square of a half-space, moved along its plane to where the cloth is.
Mesh square_near(const Shape& half_space, const RigidPose& pose, const Points& x) {
  const Vec3 low = x.colwise().minCoeff(), high = x.colwise().maxCoeff();
  const Vec3 cloth = pose.to_own(0.5 * (low + high));
  const SignedDistance from_plane = half_space.distance_to(cloth);
  const Vec3 nearest = cloth - from_plane.distance * from_plane.normal;
  const double side = kSquarePerCloth * std::max((high - low).norm(), 1e-3);  // [m] a point shows a few mm
  return make_half_space(nearest, from_plane.normal)->surface(side);
}

std::vector<ObstacleInfo> obstacle_infos(const Simulation& simulation) {
  std::vector<ObstacleInfo> infos;
  for (const int index : obstacles_here(simulation)) {
    const Obstacle& obstacle = simulation.obstacles()[static_cast<std::size_t>(index)];
    const bool unbounded = !std::isfinite(obstacle.shape->outer_radius());
    infos.push_back({.name = obstacle.name,
                     .friction = obstacle.friction,
                     .unbounded = unbounded,
                     .surface = unbounded
                                    ? square_near(*obstacle.shape, obstacle.pose(0), simulation.state().x)
                                    : obstacle.shape->surface(1)});
  }
  return infos;
}

}  // namespace

Frame make_frame(const Simulation& simulation, const StepTotals& since) {
  const ClothState& state = simulation.state();
  Frame frame{.time = state.time, .x = state.x, .v = state.v, .diagnostics = since, .grasp_force = {}};
  frame.energy = energy(simulation.model(), simulation.options().gravity, state.x, state.v);
  add_grasps(simulation, frame);
  add_obstacles(simulation, frame);
  return frame;
}

std::vector<GraspInfo> grasp_infos(const Simulation& simulation) {
  std::vector<GraspInfo> infos;
  for (const Grasp& grasp : simulation.grasps()) infos.push_back({grasp.name, grasp.nodes});
  return infos;
}

TrajectoryInfo trajectory_info(const std::string& scene, const Simulation& simulation) {
  TrajectoryInfo info{.scene = scene,
                      .rest = simulation.model().rest,
                      .step = simulation.options().dt,
                      .grasps = grasp_infos(simulation)};
  info.obstacles = obstacle_infos(simulation);
  return info;
}

}  // namespace isocloth
