#pragma once

/// A run as data: what was simulated, and one frame after another.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isocloth/core/types.hpp"
#include "isocloth/dynamics/energy.hpp"
#include "isocloth/mesh/mesh.hpp"
#include "isocloth/obstacles/rigid_pose.hpp"
#include "isocloth/trajectory/step_totals.hpp"

namespace isocloth {

struct Frame {
  double time = 0;                    ///< [s]
  Points x;                           ///< positions [m]
  Points v;                           ///< velocities [m/s]
  StepTotals diagnostics;             ///< of the steps since the previous frame
  Energy energy = Energy::unknown();  ///< now [J]; not a number where the file it was read from did not know
  Points
      grasp_force;  ///< force that each grasp exerts on the cloth [N], in the order of TrajectoryInfo::grasps
  Points grasp_torque = Points(0, 3);   ///< its torque about the origin of the hand, world frame [N m], and …
  std::vector<RigidPose> grasp_pose{};  ///< … where that hand is; not numbers where an old file does not know
  std::vector<RigidPose>
      obstacle_pose{};  ///< where each obstacle is, in the order of TrajectoryInfo::obstacles
  Points obstacle_force = Points(0, 3);   ///< force that each obstacle exerts on the cloth [N]
  Points obstacle_torque = Points(0, 3);  ///< its torque about the obstacle's origin, world frame [N m]
  Points contact_force =
      Points(0, 3);  ///< force of all obstacles on each node [N]; no rows without obstacles
};

struct GraspInfo {
  std::string name;
  std::vector<int> nodes;
};

struct ObstacleInfo {
  std::string name;
  double friction = 0;     ///< Coulomb coefficient µ [-]
  bool unbounded = false;  ///< a half-space, of which the surface shows a square
  Mesh surface{};          ///< in the obstacle's own frame [m]; may be empty
  bool seen_only = false;  ///< is drawn where it moves, but the cloth does not meet it: a robot's cover
  std::optional<std::uint32_t> color{};  ///< 0xRRGGBB, sRGB
};

struct TrajectoryInfo {
  std::string scene;  ///< text of the scene as it was run, overrides included
  Mesh rest;          ///< elements, and the rest shape
  double step = 0;    ///< dt [s]
  std::vector<GraspInfo> grasps;
  std::vector<ObstacleInfo> obstacles{};
};

struct Trajectory {
  TrajectoryInfo info;
  std::vector<Frame> frames;
};

}  // namespace isocloth
