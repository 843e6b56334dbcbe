#include <fmt/format.h>

#include <algorithm>

#include "info_parts.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "isocloth/mesh/pieces.hpp"
#include "json_of_cloths.hpp"

namespace isocloth::cli {
namespace {

StepTotals totals_of(const std::vector<Frame>& frames) {
  StepTotals totals;
  for (const Frame& frame : frames) totals.add(frame.diagnostics);
  return totals;
}

Json json_of_trajectory(const std::string& path, const Trajectory& run,
                        const io::TrajectoryCondition& condition) {
  const StepTotals worst = totals_of(run.frames);
  Json grasps = Json::array();
  for (const GraspInfo& grasp : run.info.grasps)
    grasps.push_back({{"name", grasp.name}, {"nodes", grasp.nodes}});
  Json obstacles = Json::array();
  for (const ObstacleInfo& obstacle : run.info.obstacles)
    obstacles.push_back({{"name", obstacle.name}, {"friction", obstacle.friction}});
  const bool empty = run.frames.empty();
  return {{"kind", "trajectory"},
          {"path", path},
          {"version", condition.program_version},
          {"frames", run.frames.size()},
          {"t_first", empty ? Json(nullptr) : Json(run.frames.front().time)},
          {"t_last", empty ? Json(nullptr) : Json(run.frames.back().time)},
          {"nodes", run.info.rest.node_count()},
          {"elements", run.info.rest.element_count()},
          {"cloths", json_of_pieces(run.info.rest)},
          {"dt", run.info.step},
          {"grasps", std::move(grasps)},
          {"obstacles", std::move(obstacles)},
          {"steps", worst.steps},
          {"converged_steps", worst.converged_steps},
          {"metric_error_max", worst.metric_error},
          {"area_error",
           {{"total", worst.area_total}, {"mean", worst.area_mean}, {"dispersion", worst.area_dispersion}}},
          {"penetration_max_m", worst.surface_penetration},
          {"node_penetration_max_m", worst.node_penetration},
          {"damage", condition.reason.empty() ? Json(nullptr) : Json(condition.reason)},
          {"bytes_ignored", condition.bytes_ignored}};
}

void print_trajectory(const std::string& path, const Trajectory& run,
                      const io::TrajectoryCondition& condition) {
  const StepTotals worst = totals_of(run.frames);
  print(entry("trajectory", one_line(path)));
  print(entry("written by", "isocloth " + one_line(condition.program_version)));
  std::string span = std::to_string(run.frames.size());
  if (!run.frames.empty())
    span += fmt::format(", from {:.6g} to {:.6g} s", run.frames.front().time, run.frames.back().time);
  print(entry("frames", span));
  print(entry("mesh", counted(run.info.rest.node_count(), "node") + ", " +
                          counted(run.info.rest.element_count(), "element")));
  if (run.info.rest.pieces.size() > 1)
    for (const MeshPiece& piece : run.info.rest.pieces)
      print(entry("cloth", fmt::format("{}: {}, {}", one_line(piece.name), counted(piece.node_count, "node"),
                                       counted(piece.element_count, "element"))));
  print(entry("time step", fmt::format("{:.6g} s", run.info.step)));
  for (const GraspInfo& grasp : run.info.grasps)
    print(entry("grasp", one_line(grasp.name) + ": " +
                             counted(static_cast<std::int64_t>(grasp.nodes.size()), "node")));
  for (const ObstacleInfo& obstacle : run.info.obstacles)
    print(entry("obstacle", fmt::format("{}: friction {:.6g}", one_line(obstacle.name), obstacle.friction)));
  print(entry("steps", fmt::format("{}, {} converged", worst.steps, worst.converged_steps)));
  print(entry("metric error", percent(worst.metric_error) + " at worst"));
  print(
      entry("area error", fmt::format("total {}, mean {}, dispersion {} at worst", percent(worst.area_total),
                                      percent(worst.area_mean), percent(worst.area_dispersion))));
  if (!run.info.obstacles.empty())
    print(entry("penetration", fmt::format("surface {:.3g} m, nodes {:.3g} m at worst",
                                           worst.surface_penetration, worst.node_penetration)));
  print(entry("condition",
              condition.reason.empty()
                  ? "whole"
                  : fmt::format("{}; {} at the end are ignored", condition.reason,
                                counted(static_cast<std::int64_t>(condition.bytes_ignored), "byte"))));
}

}  // namespace

ExitStatus info_trajectory(const std::string& path, bool json) {
  io::TrajectoryCondition condition;
  const Trajectory run = io::read_trajectory(path, &condition);
  if (json) {
    print(json_of_trajectory(path, run, condition));
  } else {
    print_trajectory(path, run, condition);
  }
  return condition.reason.empty() ? kDone : kMissed;
}

}  // namespace isocloth::cli
