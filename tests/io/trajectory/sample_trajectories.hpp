#pragma once

/// Small trajectories with every field filled, for tests of files and pictures.

#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>

#include "isocloth/mesh/pieces.hpp"
#include "isocloth/trajectory/trajectory.hpp"

namespace isocloth::test {

/// A folder of its own for each test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "isocloth_XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// Sheet of 0.3 m × 0.42 m in the x–z plane, columns × rows nodes; each cell a quad, or two triangles.
inline Mesh make_sheet(int columns, int rows, bool triangles) {
  Mesh mesh;
  mesh.x.resize(columns * rows, 3);
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      mesh.x.row(r * columns + c) << 0.3 * c / (columns - 1), 0.0, 0.42 * r / (rows - 1);
    }
  }
  for (int r = 0; r + 1 < rows; ++r) {
    for (int c = 0; c + 1 < columns; ++c) {
      const int a = r * columns + c, b = a + 1, d = a + columns, e = d + 1;
      if (triangles) {
        mesh.elements.push_back({a, b, e, kNoNode});
        mesh.elements.push_back({a, e, d, kNoNode});
      } else {
        mesh.elements.push_back({a, b, e, d});
      }
    }
  }
  return mesh;
}

/// The sheet held at its two upper corners and waving, the more the further down.
inline Trajectory waving_sheet(int columns, int rows, int frames, bool triangles) {
  Trajectory trajectory;
  trajectory.info = {"cloth: {mesh: sheet}\n", make_sheet(columns, rows, triangles), 0.01, {}};
  trajectory.info.grasps = {{"left", {(rows - 1) * columns}}, {"ri\u00dfght", {rows * columns - 1}}};
  const Points& rest = trajectory.info.rest.x;
  for (int k = 0; k < frames; ++k) {
    Frame frame;
    frame.time = 0.02 * k;
    frame.x = rest;
    frame.v = Points::Zero(rest.rows(), 3);
    const double phase = 2 * std::numbers::pi * 0.6 * frame.time;
    for (Eigen::Index i = 0; i < rest.rows(); ++i) {
      const double below = 0.42 - rest(i, 2);  // [m] from the held edge
      const double angle = 14 * below + 9 * rest(i, 0) - 2 * phase;
      frame.x(i, 1) = 0.35 * below * std::sin(angle) + 0.05 * std::sin(phase);
      frame.x(i, 0) += 0.1 * below * std::cos(angle) + 0.04 * std::sin(phase);
      frame.x(i, 2) += 0.3 * below * below;
      frame.v(i, 1) = -0.5 * std::cos(angle);
    }
    frame.diagnostics = {2, k % 2 + 1, 7 + k, 1e-3 / (k + 1), -2e-4, 3e-4, 1e-3};
    frame.grasp_force.resize(2, 3);
    frame.grasp_force << 0.1, 0.2, 1 + k, -0.1, 0.3, 2 + k;
    frame.grasp_torque = 0.1 * frame.grasp_force;
    frame.grasp_pose = {{.translation = Vec3(0.1, 0.2, 0.3 + k)},
                        {.rotation = Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5), .translation = Vec3(1, 2, 3)}};
    trajectory.frames.push_back(std::move(frame));
  }
  return trajectory;
}

/// For a trajectory whose grasps were taken away.
inline void without_grasps(Frame& frame) {
  frame.grasp_force.resize(0, 3);
  frame.grasp_torque.resize(0, 3);
  frame.grasp_pose.clear();
}

/// One quad and one triangle, so that both kinds of element occur.
inline Trajectory mixed_elements(int frames) {
  Trajectory trajectory = waving_sheet(3, 2, frames, false);
  trajectory.info.rest.elements = {{0, 1, 4, 3}, {1, 2, 5, kNoNode}};
  return trajectory;
}

/// A quad of its own, "napkin", and a quad and a triangle on six nodes, "towel", two metres off.
inline Trajectory two_cloths(int frames) {
  const Trajectory left = waving_sheet(2, 2, frames, false);
  Trajectory both = mixed_elements(frames);
  const Eigen::RowVector3d off(2, 0, 0);
  const auto join = [&](const Points& a, const Points& b, const Eigen::RowVector3d& shift) {
    Points all(a.rows() + b.rows(), 3);
    all << a, b.rowwise() + shift;
    return all;
  };
  both.info.rest = join_meshes({left.info.rest, both.info.rest}, {"napkin", "towel"});
  both.info.grasps = {};
  for (std::size_t k = 0; k < both.frames.size(); ++k) {
    Frame& frame = both.frames[k];
    frame.x = join(left.frames[k].x, frame.x, off);
    frame.v = join(left.frames[k].v, frame.v, Eigen::RowVector3d::Zero());
    frame.grasp_force = frame.grasp_torque = Points(0, 3);
    frame.grasp_pose.clear();
  }
  return both;
}

/// A cube of quads around the origin.
inline Mesh make_cube(double side) {
  Mesh mesh;
  mesh.x.resize(8, 3);
  for (int i = 0; i < 8; ++i) mesh.x.row(i) = Vec3(i & 1, i >> 1 & 1, i >> 2).transpose();
  mesh.x = side * (mesh.x.array() - 0.5).matrix();
  mesh.elements = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  return mesh;
}

/// A floor that stays, and a cube that moves and turns, beside the cloth.
inline Trajectory with_obstacles(Trajectory run) {
  Mesh floor;
  floor.x.resize(4, 3);
  floor.x << -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0;
  floor.elements = {{0, 1, 2, kNoNode}, {0, 2, 3, kNoNode}};
  run.info.obstacles = {
      {.name = "floor", .friction = 0.3, .unbounded = true, .surface = floor},
      {.name = "cu\u00dfe", .surface = make_cube(0.1), .seen_only = true, .color = 0x12ab34}};
  int k = 0;
  for (Frame& frame : run.frames) {
    const Eigen::AngleAxisd turn(0.5 * k, Vec3(1, 2, 3).normalized());
    frame.obstacle_pose = {{.translation = Vec3(0, 0, -0.2)},
                           {.rotation = Eigen::Quaterniond(turn), .translation = Vec3(0.1 * k, 0.2, 0.3)}};
    frame.obstacle_force.resize(2, 3);
    frame.obstacle_force << 1, 2, 3 + k, 4, 5, 6 + k;
    frame.obstacle_torque = -frame.obstacle_force;
    frame.contact_force = 2 * frame.v;
    frame.diagnostics.node_penetration = 1e-5 * (k + 1);
    frame.diagnostics.surface_penetration = 1e-4 * (k + 1);
    ++k;
  }
  return run;
}

}  // namespace isocloth::test
