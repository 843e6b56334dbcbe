#include "run_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isocloth/core/version.hpp"
#include "json_of_cloths.hpp"

namespace isocloth::cli {
namespace {

constexpr double kClockTick = 1e-9;  ///< [s], so that no run takes no time

double realtime_factor(const RunReport& run) { return run.simulated / std::max(run.wall, kClockTick); }

/// Of the grasp that was furthest from where it should be in the first step that did not converge.
std::string grasp_name(const Simulation& simulation, const RunReport& run) {
  const int grasp = run.first_miss->grasp;
  return grasp < 0 ? "" : simulation.grasps()[static_cast<std::size_t>(grasp)].name;
}

/// "; 596 steps did not converge, infeasible from t = 20.05 s: the cloth cannot follow …".
std::string misses_text(const Simulation& simulation, const RunReport& run) {
  if (!run.first_miss) return "";
  std::string text =
      fmt::format("; {} did not converge, {} from t = {:.6g} s: {}", counted(run.missed_steps(), "step"),
                  to_text(run.first_miss->status), run.first_miss->time,
                  explain(run.first_miss->status, run.first_miss->cause));
  if (run.first_miss->grasp >= 0) text += fmt::format(" (most of all \"{}\")", grasp_name(simulation, run));
  if (run.grasp_slip > 0) text += fmt::format(" and slip by up to {:.3g} m", run.grasp_slip);
  return text;
}

/// "\ngrasp \"left\" closed at 1 s on nothing: the nearest node was 0.12 m off" for each that did.
std::string missed_text(const Simulation& simulation) {
  std::string text;
  for (std::size_t g = 0; g < simulation.grasps().size(); ++g)
    if (const GraspState& hold = simulation.state().grasps[g]; hold.missed)
      text += fmt::format("\ngrasp \"{}\" closed at {:.6g} s on nothing: the nearest node was {:.3g} m off",
                          simulation.grasps()[g].name, simulation.grasps()[g].from, hold.missed_by);
  return text;
}

Json missed_grasps(const Simulation& simulation) {
  Json missed = Json::object();
  for (std::size_t g = 0; g < simulation.grasps().size(); ++g)
    if (const GraspState& hold = simulation.state().grasps[g]; hold.missed)
      missed[simulation.grasps()[g].name] = hold.missed_by;
  return missed;
}

/// Forces and torques by name, at the end of the run.
Json final_loads(const Simulation& simulation) {
  const auto list = [](const Vec3& v) { return Json{v.x(), v.y(), v.z()}; };
  Json hand_forces = Json::object(), hand_torques = Json::object(), forces = Json::object(),
       torques = Json::object(), fingers = Json::object();
  for (std::size_t g = 0; g < simulation.grasps().size(); ++g) {
    const Wrench wrench = simulation.grasp_wrench(static_cast<int>(g));
    hand_forces[simulation.grasps()[g].name] = list(wrench.force);
    hand_torques[simulation.grasps()[g].name] = list(wrench.torque);
  }
  for (std::size_t i = 0; i < simulation.obstacles().size(); ++i) {
    const ObstacleLoad load = simulation.obstacle_load(static_cast<int>(i));
    forces[simulation.obstacles()[i].name] = list(load.force);
    torques[simulation.obstacles()[i].name] = list(load.torque);
    if (simulation.obstacles()[i].finger)
      fingers[simulation.obstacles()[i].name] = simulation.finger_position(static_cast<int>(i));
  }
  return {{"grasp_force_N", std::move(hand_forces)},
          {"grasp_torque_Nm", std::move(hand_torques)},
          {"obstacle_force_N", std::move(forces)},
          {"obstacle_torque_Nm", std::move(torques)},
          {"finger_position_m", std::move(fingers)}};
}

std::string vector_text(const Vec3& v) {
  return fmt::format("({:.3g}, {:.3g}, {:.3g})", v.x(), v.y(), v.z());
}

/// "\nobstacles: cloth inside them by at most 0.0002 m …" and the load of each; nothing where there are none.
std::string obstacles_text(const Simulation& simulation, const RunReport& run) {
  if (simulation.obstacles().empty()) return "";
  std::string text = fmt::format("\nobstacles: cloth inside them by at most {:.3g} m (nodes {:.3g} m)",
                                 run.surface_penetration, run.node_penetration);
  for (std::size_t i = 0; i < simulation.obstacles().size(); ++i) {
    const ObstacleLoad load = simulation.obstacle_load(static_cast<int>(i));
    text += fmt::format("\n  {}: at the end pushes the cloth with {} N, {} N·m about its origin",
                        simulation.obstacles()[i].name, vector_text(load.force), vector_text(load.torque));
    if (simulation.obstacles()[i].finger)
      text += fmt::format(", a finger at {:.4g} m", simulation.finger_position(static_cast<int>(i)));
  }
  return text;
}

Json first_miss(const Simulation& simulation, const RunReport& run) {
  if (!run.first_miss) return nullptr;
  return {{"t", run.first_miss->time},
          {"status", to_text(run.first_miss->status)},
          {"meaning", explain(run.first_miss->status, run.first_miss->cause)},
          {"grasp", grasp_name(simulation, run)}};
}

}  // namespace

std::string summary_text(const Simulation& simulation, const RunReport& run) {
  const auto value = [](double fraction) {
    std::string text = percent(fraction);
    return text.substr(0, text.size() - 2);  // one sign behind all three
  };
  std::string text = fmt::format(
      "{}, {:.6g} s simulated in {:.2g} s ({}× real time), {} converged, {:.1f} iterations a step, "
      "metric error {}, area error {} / {} / {} % (total / mean / dispersion)",
      counted(run.steps, "step"), run.simulated, run.wall, short_number(realtime_factor(run)),
      run.converged_steps, run.iterations_mean(), percent(run.metric_error), value(run.area_total),
      value(run.area_mean), value(run.area_dispersion));
  text += misses_text(simulation, run);
  if (run.stopped) text += fmt::format("; stopped at t = {:.6g} s", run.simulated);
  return text + missed_text(simulation) + obstacles_text(simulation, run);
}

Json summary_json(const io::Scene& scene, const Simulation& simulation, const RunReport& run) {
  return {{"scene", scene.name},
          {"version", kVersion},
          {"nodes", simulation.model().rest.node_count()},
          {"elements", simulation.model().rest.element_count()},
          {"cloths", json_of_pieces(simulation.model().rest)},
          {"dt", scene.time.step},
          {"steps", run.steps},
          {"frames", run.frames},
          {"simulated_s", run.simulated},
          {"wall_s", run.wall},
          {"slowest_second_s", run.slowest_second},
          {"realtime_factor", realtime_factor(run)},
          {"converged_steps", run.converged_steps},
          {"infeasible_steps", run.count(StepStatus::infeasible)},
          {"limit_steps", run.count(StepStatus::iteration_limit)},
          {"not_finite_steps", run.count(StepStatus::not_finite)},
          {"distorted_steps", run.count(StepStatus::distorted)},
          {"first_miss", first_miss(simulation, run)},
          {"stopped", run.stopped},
          {"iterations_mean", run.iterations_mean()},
          {"iterations_max", run.iterations_max},
          {"divided_steps", run.divided_steps},
          {"metric_error_max", run.metric_error},
          {"edge_error_max", run.edge_error},
          {"grasp_slip_max_m", run.grasp_slip},
          {"grasps_missed_by_m", missed_grasps(simulation)},
          {"area_error",
           {{"total", run.area_total},
            {"mean", run.area_mean},
            {"dispersion", run.area_dispersion},
            {"largest", run.area_largest}}},
          {"penetration_max_m", run.surface_penetration},
          {"node_penetration_max_m", run.node_penetration},
          {"final", final_loads(simulation)}};
}

}  // namespace isocloth::cli
