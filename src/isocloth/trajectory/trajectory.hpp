#pragma once

/// A run as data: what was simulated, and one frame after another.

#include <string>
#include <vector>

#include "isocloth/core/types.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// What the steps since the previous frame achieved, worst over those steps. Errors are fractions.
struct FrameDiagnostics {
  int steps = 0;               ///< steps since the previous frame
  int converged_steps = 0;     ///< of these, how many met the tolerance
  int iterations = 0;          ///< projection iterations, summed
  double metric_error = 0;     ///< largest relative error of the first fundamental form
  double area_total = 0;       ///< e_t, relative error of the total area
  double area_mean = 0;        ///< e_m, mean relative error of an element's area
  double area_dispersion = 0;  ///< d_a = e_m + 2 standard deviations
};

struct Frame {
  double time = 0;  ///< [s]
  Points x;         ///< positions [m]
  Points v;         ///< velocities [m/s]
  FrameDiagnostics diagnostics;
  Points
      grasp_force;  ///< force that each grasp exerts on the cloth [N], in the order of TrajectoryInfo::grasps
};

struct GraspInfo {
  std::string name;
  std::vector<int> nodes;
};

struct TrajectoryInfo {
  std::string scene;  ///< text of the scene as it was run, overrides included
  Mesh rest;          ///< elements, and the rest shape
  double step = 0;    ///< dt [s]
  std::vector<GraspInfo> grasps;
};

struct Trajectory {
  TrajectoryInfo info;
  std::vector<Frame> frames;
};

}  // namespace isocloth
