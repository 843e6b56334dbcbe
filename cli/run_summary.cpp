#include "run_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isocloth/core/version.hpp"

namespace isocloth::cli {
namespace {

constexpr double kClockTick = 1e-9;  ///< [s], so that no run takes no time

double realtime_factor(const io::RunReport& run) { return run.simulated / std::max(run.wall, kClockTick); }

double iterations_mean(const io::RunReport& run) {
  return static_cast<double>(run.iterations) / static_cast<double>(std::max<std::int64_t>(run.steps, 1));
}

/// What a status means to the person who made the scene.
const char* meaning_of(StepStatus status) {
  switch (status) {
    case StepStatus::infeasible:
      return "the grasps pull the cloth further than it reaches";
    case StepStatus::iteration_limit:
      return "the solver needs more iterations (solver.max_iterations) or shorter steps (time.step)";
    case StepStatus::not_finite:
      return "numbers overflowed and the cloth stood still; use shorter steps or slower grasps";
    default:
      return "";
  }
}

/// "; 596 steps did not converge, infeasible from t = 20.05 s: the cloth cannot follow …".
std::string misses_text(const io::RunReport& run) {
  if (!run.first_miss) return "";
  std::string text =
      fmt::format("; {} did not converge, {} from t = {:.6g} s: {}", counted(run.missed_steps(), "step"),
                  to_text(run.first_miss->status), run.first_miss->time, meaning_of(run.first_miss->status));
  if (run.grasp_slip > 0) text += fmt::format(" and slip by up to {:.3g} m", run.grasp_slip);
  return text;
}

Json forces(const Simulation& simulation) {
  Json result = Json::object();
  for (std::size_t g = 0; g < simulation.grasps().size(); ++g) {
    const Vec3 force = simulation.grasp_force(static_cast<int>(g));
    result[simulation.grasps()[g].name] = {force.x(), force.y(), force.z()};
  }
  return result;
}

Json first_miss(const io::RunReport& run) {
  if (!run.first_miss) return nullptr;
  return {{"t", run.first_miss->time}, {"status", to_text(run.first_miss->status)}};
}

}  // namespace

std::string summary_text(const io::RunReport& run) {
  const auto value = [](double fraction) {
    std::string text = percent(fraction);
    return text.substr(0, text.size() - 2);  // one sign behind all three
  };
  std::string text = fmt::format(
      "{}, {:.6g} s simulated in {:.2g} s ({}× real time), {} converged, {:.1f} iterations a step, "
      "metric error {}, area error {} / {} / {} % (total / mean / dispersion)",
      counted(run.steps, "step"), run.simulated, run.wall, short_number(realtime_factor(run)),
      run.count(StepStatus::converged), iterations_mean(run), percent(run.metric_error),
      value(run.area.total), value(run.area.mean), value(run.area.dispersion));
  text += misses_text(run);
  if (run.stopped) text += fmt::format("; stopped at t = {:.6g} s", run.simulated);
  return text;
}

Json summary_json(const io::Scene& scene, const Simulation& simulation, const io::RunReport& run) {
  return {{"scene", scene.name},
          {"version", kVersion},
          {"nodes", simulation.model().rest.node_count()},
          {"elements", simulation.model().rest.element_count()},
          {"dt", scene.time.step},
          {"steps", run.steps},
          {"frames", run.frames},
          {"simulated_s", run.simulated},
          {"wall_s", run.wall},
          {"realtime_factor", realtime_factor(run)},
          {"converged_steps", run.count(StepStatus::converged)},
          {"infeasible_steps", run.count(StepStatus::infeasible)},
          {"limit_steps", run.count(StepStatus::iteration_limit)},
          {"not_finite_steps", run.count(StepStatus::not_finite)},
          {"first_miss", first_miss(run)},
          {"stopped", run.stopped},
          {"iterations_mean", iterations_mean(run)},
          {"iterations_max", run.iterations_max},
          {"divided_steps", run.divided_steps},
          {"metric_error_max", run.metric_error},
          {"grasp_slip_max_m", run.grasp_slip},
          {"area_error",
           {{"total", run.area.total}, {"mean", run.area.mean}, {"dispersion", run.area.dispersion}}},
          {"penetration_max_m", 0.0},  // there are no obstacles yet
          {"final", {{"grasp_force_N", forces(simulation)}, {"obstacle_force_N", Json::object()}}}};
}

}  // namespace isocloth::cli
