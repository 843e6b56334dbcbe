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

std::optional<std::string> problem_in(const Points& points, Eigen::Index rows, const char* what,
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

std::optional<std::string> problem_in(const Element& element, int index, int node_count) {
  for (int corner = 0; corner < corner_count(element); ++corner) {
    const int node = element[corner];
    if (0 <= node && node < node_count) continue;
    return "element " + std::to_string(index) + " names node " + std::to_string(node) +
           ", but the mesh has " + std::to_string(node_count) + " nodes (indices start at 0)";
  }
  return std::nullopt;
}

std::optional<std::string> problem_in(const GraspInfo& grasp, int node_count) {
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
  for (int e = 0; e < info.rest.element_count(); ++e) {
    if (auto problem =
            problem_in(info.rest.elements[static_cast<std::size_t>(e)], e, info.rest.node_count())) {
      return problem;
    }
  }
  for (const GraspInfo& grasp : info.grasps) {
    if (auto problem = problem_in(grasp, info.rest.node_count())) return problem;
  }
  return std::nullopt;
}

std::optional<std::string> problem_in(const Frame& frame, const TrajectoryInfo& info) {
  if (!std::isfinite(frame.time)) return "has a time that is not finite";
  if (auto problem = problem_in(frame.x, info.rest.x.rows(), "positions", "node")) return problem;
  if (auto problem = problem_in(frame.v, info.rest.x.rows(), "velocities", "node")) return problem;
  const auto grasps = static_cast<Eigen::Index>(info.grasps.size());
  if (auto problem = problem_in(frame.grasp_force, grasps, "forces", "grasp")) return problem;
  const FrameDiagnostics& d = frame.diagnostics;
  for (const double value : {d.metric_error, d.area_total, d.area_mean, d.area_dispersion}) {
    if (!std::isfinite(value)) return "has diagnostics that are not finite; use a smaller time step";
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
  for (std::size_t k = 0; k < trajectory.frames.size(); ++k) {
    const Points& x = trajectory.frames[k].x;
    if (x.size() == 0 || x.cwiseAbs().maxCoeff() < kLargest) continue;
    fail_at(path, 0, "frame " + std::to_string(k) + " has positions beyond 1e30 m; use a smaller time step");
  }
}

const Frame& last_frame(const std::string& path, const Trajectory& trajectory) {
  if (trajectory.frames.empty()) {
    fail_at(path, 0, "the trajectory has no frame to show; run the scene for at least one frame");
  }
  return trajectory.frames.back();
}

}  // namespace isocloth::io
