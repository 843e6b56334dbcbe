#include "io/trajectory/consistency.hpp"

#include <cmath>
#include <cstddef>

#include "io/file.hpp"

namespace isocloth::io {

namespace {

/// First row with a number that is not finite, or -1.
Eigen::Index first_not_finite(const Points& points) {
  for (Eigen::Index i = 0; i < points.rows(); ++i) {
    if (!points.row(i).allFinite()) return i;
  }
  return -1;
}

std::optional<std::string> points_problem(const Points& points, Eigen::Index rows, const char* what,
                                          const char* of) {
  if (points.rows() != rows) {
    return "has " + std::to_string(points.rows()) + " " + what + " for " + std::to_string(rows) + " " + of +
           "s";
  }
  const Eigen::Index bad = first_not_finite(points);
  if (bad < 0) return std::nullopt;
  return std::string("has ") + what + " that are not finite at " + of + " " + std::to_string(bad) +
         "; use a smaller time step";
}

/// Elements that name nodes which are not there.
std::optional<std::string> mesh_problem(const Mesh& mesh) {
  for (int e = 0; e < mesh.element_count(); ++e) {
    const Element& element = mesh.elements[static_cast<std::size_t>(e)];
    for (int corner = 0; corner < corner_count(element); ++corner) {
      const int node = element[corner];
      if (0 <= node && node < mesh.node_count()) continue;
      return "element " + std::to_string(e) + " names node " + std::to_string(node) + ", but the mesh has " +
             std::to_string(mesh.node_count()) + " nodes (indices start at 0)";
    }
  }
  return std::nullopt;
}

/// Cloths that do not share the mesh out among them, or elements that join two.
std::optional<std::string> cloths_problem(const Mesh& mesh) {
  if (mesh.pieces.empty()) return std::nullopt;
  int nodes = 0, elements = 0;
  for (const MeshPiece& piece : mesh.pieces) {
    if (piece.first_node != nodes || piece.first_element != elements || piece.node_count < 0 ||
        piece.element_count < 0 || piece.node_count > mesh.node_count() - nodes ||
        piece.element_count > mesh.element_count() - elements)
      return "cloth '" + piece.name + "' is not where it should be in the mesh";
    nodes += piece.node_count;
    elements += piece.element_count;
    for (int e = piece.first_element; e < elements; ++e)
      for (int corner = 0; corner < corner_count(mesh.elements[static_cast<std::size_t>(e)]); ++corner) {
        const int node = mesh.elements[static_cast<std::size_t>(e)][corner];
        if (node < piece.first_node || node >= nodes)
          return "element " + std::to_string(e) + " joins cloth '" + piece.name + "' to another";
      }
  }
  if (nodes == mesh.node_count() && elements == mesh.element_count()) return std::nullopt;
  return "its cloths have " + std::to_string(nodes) + " nodes and " + std::to_string(elements) +
         " elements, the mesh " + std::to_string(mesh.node_count()) + " and " +
         std::to_string(mesh.element_count());
}

std::optional<std::string> obstacle_problem(const ObstacleInfo& obstacle) {
  const std::string name = "obstacle '" + obstacle.name + "' ";
  const Eigen::Index bad = first_not_finite(obstacle.surface.x);
  if (bad >= 0) return name + "has a surface that is not finite at node " + std::to_string(bad);
  if (!std::isfinite(obstacle.friction)) return name + "has a friction that is not finite";
  if (const auto problem = mesh_problem(obstacle.surface)) return name + "has a surface whose " + *problem;
  return std::nullopt;
}

bool is_turn(const RigidPose& pose) {
  constexpr double kRoundings = 1e-6;  // [-] far above what turning a unit quaternion leaves
  return std::abs(pose.rotation.squaredNorm() - 1) < kRoundings;
}

std::optional<std::string> poses_problem(const std::vector<RigidPose>& poses, std::size_t obstacles) {
  if (poses.size() != obstacles) {
    return "has " + std::to_string(poses.size()) + " poses for " + std::to_string(obstacles) + " obstacles";
  }
  for (std::size_t i = 0; i < obstacles; ++i) {
    const bool finite = poses[i].translation.allFinite() && poses[i].rotation.coeffs().allFinite();
    if (finite && is_turn(poses[i])) continue;
    return std::string("has a pose that is not ") + (finite ? "rigid" : "finite") + " at obstacle " +
           std::to_string(i);
  }
  return std::nullopt;
}

/// Torques and poses may be unknown, which is not a number.
std::optional<std::string> problem_with_grasps(const Frame& frame, std::size_t count) {
  const auto rows = static_cast<Eigen::Index>(count);
  if (auto problem = points_problem(frame.grasp_force, rows, "forces", "grasp")) return problem;
  if (frame.grasp_torque.rows() != rows || frame.grasp_pose.size() != count) {
    return "has " + std::to_string(frame.grasp_torque.rows()) + " torques and " +
           std::to_string(frame.grasp_pose.size()) + " poses for " + std::to_string(count) + " grasps";
  }
  for (std::size_t g = 0; g < count; ++g) {
    const RigidPose& pose = frame.grasp_pose[g];
    const auto torque = frame.grasp_torque.row(static_cast<Eigen::Index>(g));
    if (!torque.array().isInf().any() && !pose.translation.array().isInf().any() && is_turn(pose)) continue;
    return "has a torque or pose that is not finite, or not rigid, at grasp " + std::to_string(g);
  }
  return std::nullopt;
}

std::optional<std::string> problem_with_obstacles(const Frame& frame, const TrajectoryInfo& info) {
  const auto count = static_cast<Eigen::Index>(info.obstacles.size());
  if (auto problem = poses_problem(frame.obstacle_pose, info.obstacles.size())) return problem;
  if (auto problem = points_problem(frame.obstacle_force, count, "forces", "obstacle")) return problem;
  if (auto problem = points_problem(frame.obstacle_torque, count, "torques", "obstacle")) return problem;
  const Eigen::Index nodes = count > 0 ? info.rest.x.rows() : 0;
  return points_problem(frame.contact_force, nodes, "contact forces", "node");
}

std::optional<std::string> grasp_problem(const GraspInfo& grasp, int node_count) {
  for (const int node : grasp.nodes) {
    if (0 <= node && node < node_count) continue;
    return "grasp '" + grasp.name + "' names node " + std::to_string(node) + ", but the mesh has " +
           std::to_string(node_count) + " nodes (indices start at 0)";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> problem_in(const TrajectoryInfo& info) {
  const Eigen::Index bad = first_not_finite(info.rest.x);
  if (bad >= 0) return "the rest position of node " + std::to_string(bad) + " is not finite";
  if (!std::isfinite(info.step)) return "the time step is not finite";
  if (auto problem = mesh_problem(info.rest)) return problem;
  if (auto problem = cloths_problem(info.rest)) return problem;
  for (const GraspInfo& grasp : info.grasps) {
    if (auto problem = grasp_problem(grasp, info.rest.node_count())) return problem;
  }
  for (const ObstacleInfo& obstacle : info.obstacles) {
    if (auto problem = obstacle_problem(obstacle)) return problem;
  }
  return std::nullopt;
}

std::optional<std::string> problem_in(const Frame& frame, const TrajectoryInfo& info) {
  if (!std::isfinite(frame.time)) return "has a time that is not finite";
  if (auto problem = points_problem(frame.x, info.rest.x.rows(), "positions", "node")) return problem;
  if (auto problem = points_problem(frame.v, info.rest.x.rows(), "velocities", "node")) return problem;
  if (auto problem = problem_with_grasps(frame, info.grasps.size())) return problem;
  if (auto problem = problem_with_obstacles(frame, info)) return problem;
  const StepTotals& d = frame.diagnostics;
  for (const double value : {d.metric_error, d.area_total, d.area_mean, d.area_dispersion, d.node_penetration,
                             d.surface_penetration}) {
    if (!std::isfinite(value)) return "has diagnostics that are not finite; use a smaller time step";
  }
  for (const auto& [name, part] : kEnergyParts) {
    if (std::isinf(frame.energy.*part)) return "has an energy that is not finite; use a smaller time step";
  }
  return std::nullopt;
}

void require_consistent(const std::string& path, const Trajectory& trajectory) {
  if (auto problem = problem_in(trajectory.info)) fail_at(path, 0, *problem);
  for (std::size_t k = 0; k < trajectory.frames.size(); ++k) {
    if (auto problem = problem_in(trajectory.frames[k], trajectory.info)) {
      fail_at(path, 0, "frame " + std::to_string(k) + " " + *problem);
    }
  }
}

void require_float_range(const std::string& path, const Trajectory& trajectory) {
  constexpr double kLargest = 1e30;  // [m] differences and sums of such numbers still fit
  const auto fits = [](const auto& x) { return x.size() == 0 || x.cwiseAbs().maxCoeff() < kLargest; };
  for (const ObstacleInfo& obstacle : trajectory.info.obstacles) {
    if (fits(obstacle.surface.x)) continue;
    fail_at(path, 0, "obstacle '" + obstacle.name + "' has positions beyond 1e30 m; make it smaller");
  }
  for (std::size_t k = 0; k < trajectory.frames.size(); ++k) {
    const Frame& frame = trajectory.frames[k];
    const std::string name = "frame " + std::to_string(k);
    if (!fits(frame.x)) fail_at(path, 0, name + " has positions beyond 1e30 m; use a smaller time step");
    for (const RigidPose& pose : frame.obstacle_pose) {
      if (!fits(pose.translation)) fail_at(path, 0, name + " has an obstacle beyond 1e30 m; bring it closer");
    }
  }
}

const Frame& last_frame(const std::string& path, const Trajectory& trajectory) {
  if (trajectory.frames.empty()) {
    fail_at(path, 0, "the trajectory has no frame to show; run the scene for at least one frame");
  }
  return trajectory.frames.back();
}

}  // namespace isocloth::io
