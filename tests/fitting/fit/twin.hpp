#pragma once

/// Recordings that a simulation made, so that the truth is known.

#include <cmath>
#include <numbers>

#include "fitting/fit/fit.hpp"
#include "isocloth/mesh/generators.hpp"

namespace isocloth::fitting::test {

constexpr std::array<int, 2> kTwinNodes{4, 5};        ///< columns, rows
constexpr std::array<double, 2> kTwinSize{0.3, 0.4};  ///< [m]
constexpr double kTwinDt = 0.01;                      ///< [s]
const Material kTwinMaterial{.virtual_mass = 0.52, .damping = 2.69};

/// Where the held corners are, beside where they hang at the start [m].
inline Vec3 twin_swing(double t) {
  return {0, 0.06 * (1 - std::cos(2 * std::numbers::pi * 0.9 * t)), 0.02 * std::sin(5 * t)};
}

/// A sheet that hangs in the plane y = 0 by its two upper corners and is swung for `duration` [s].
/// Frames are kTwinDt apart, steps dt.
inline Recording twin_recording(double duration, const Material& material = kTwinMaterial,
                                double dt = kTwinDt) {
  const Mesh sheet = make_rectangle(kTwinSize, kTwinNodes);
  Points start(sheet.node_count(), 3);
  for (Eigen::Index k = 0; k < start.rows(); ++k) start.row(k) << sheet.x(k, 0), 0, sheet.x(k, 1);
  Simulation sim(make_cloth_model(sheet, material), start, {.dt = dt});
  const int top = (kTwinNodes[1] - 1) * kTwinNodes[0];
  Recording recording;
  recording.name = "twin";
  recording.held = {top, top + kTwinNodes[0] - 1};
  for (const int node : recording.held)
    sim.add_grasp({.name = "held" + std::to_string(node),
                   .nodes = {node},
                   .motion = position_motion(twin_swing),
                   .grip = rigid_grip()});
  recording.size = kTwinSize;
  recording.grid = {
      .rows = kTwinNodes[1], .columns = kTwinNodes[0], .times = {}, .positions = {}, .remarks = {}};
  while (sim.state().time <= duration) {
    recording.grid.times.push_back(sim.state().time);
    recording.grid.positions.push_back(sim.state().x);
    for (int k = 0; k < std::lround(kTwinDt / dt); ++k) static_cast<void>(sim.step());
  }
  return recording;
}

/// The tool that swung it.
inline ToolPath twin_tool(double duration) {
  ToolPath tool;
  for (int k = 0; k * kTwinDt <= duration; ++k) {
    tool.times.push_back(k * kTwinDt);
    tool.poses.push_back(
        {.rotation = Eigen::Quaterniond::Identity(), .translation = twin_swing(k * kTwinDt)});
  }
  return tool;
}

}  // namespace isocloth::fitting::test
