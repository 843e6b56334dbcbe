#include "cli/bench/measure.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>

#include "io/scene/build_simulation.hpp"

namespace isocloth::cli::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Above this the textbook solver takes minutes and gigabytes for a single step.
constexpr int kReferenceNodes = 10'000;

constexpr double kClockTick = 1e-9;  ///< [s], so that no run takes no time

/// Time that this process has spent computing [s].
double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// A simulation that can be run again and again from its start.
struct Runner {
  Runner(io::Scene of, int threads) : scene(std::move(of)), session(io::make_simulation(scene, threads)) {}

  io::Scene scene;
  Session session;
  SavedState start = session.save();
  RunReport report{};                 ///< of the last run
  std::vector<double> elapsed{};      ///< from the start of the last run to the end of each step [s]
  double processor_s = 0;             ///< computing time of the last run [s]
  std::vector<double> repetitions{};  ///< duration of each run [s]

  double total() const { return std::max(elapsed.back(), kClockTick); }

  /// Runs from the start until the end, `steps` or `seconds`, whichever comes first.
  void run(std::int64_t steps, double seconds) {
    session.restore(start);
    elapsed.clear();
    elapsed.reserve(io::step_count(scene.time));
    const double processor_begin = processor_time();
    const Clock::time_point begin = Clock::now();
    report = io::run_scene(scene, session, {.go_on = [&](const RunReport& so_far) {
                             elapsed.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
                             return so_far.steps < steps && elapsed.back() < seconds;
                           }});
    processor_s = processor_time() - processor_begin;
  }
};

constexpr std::int64_t kAllSteps = std::numeric_limits<std::int64_t>::max();
constexpr double kNoLimit = std::numeric_limits<double>::infinity();

double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double sum(const std::vector<double>& values) {
  double result = 0;
  for (const double value : values) result += value;
  return result;
}

/// None for large cloths, which would take it hours, nor for cloths with obstacles, which it does not know.
std::optional<Runner> reference_runner(const Runner& solver) {
  if (!solver.scene.obstacles.empty()) return std::nullopt;
  if (solver.session.simulation().model().rest.node_count() > kReferenceNodes) return std::nullopt;
  io::Scene scene = solver.scene;
  scene.solver.method = io::SolverMethod::reference;
  return Runner(std::move(scene), 1);
}

}  // namespace

Result measure(const std::string& name, const io::Scene& scene, const Effort& effort,
               const std::function<void(const std::string&)>& say) {
  say("setting up");
  Runner solver(scene, effort.threads);
  std::optional<Runner> reference = reference_runner(solver);
  solver.run(kAllSteps, effort.warm_up_s);

  std::int64_t common = kAllSteps;  // steps that the reference has time for
  std::vector<double> solver_part;  // the solver's time for these, per repetition [s]
  std::vector<double> processor;    // the solver's computing time, per repetition [s]
  for (int r = 0; r < effort.repetitions; ++r) {
    if (r > 0 && sum(solver.repetitions) >= effort.solver_s) break;
    const std::string count = std::to_string(r + 1) + " of " + std::to_string(effort.repetitions);
    say("repetition " + count);
    solver.run(kAllSteps, kNoLimit);
    solver.repetitions.push_back(solver.total());
    processor.push_back(solver.processor_s);
    if (!reference) continue;
    if (r == 0 || sum(reference->repetitions) + reference->total() < effort.reference_s) {
      say("reference, repetition " + count);
      reference->run(common, r == 0 ? effort.reference_s : kNoLimit);
      reference->repetitions.push_back(reference->total());
      common = reference->report.steps;
    }
    solver_part.push_back(std::max(solver.elapsed[static_cast<std::size_t>(common) - 1], kClockTick));
  }

  const Mesh& rest = solver.session.simulation().model().rest;
  Result result{.name = name,
                .nodes = rest.node_count(),
                .elements = rest.element_count(),
                .dt = scene.time.step,
                .run = solver.report,
                .threads = effort.threads,
                .repetitions = static_cast<int>(solver.repetitions.size()),
                .best_s = least(solver.repetitions),
                .median_s = median(solver.repetitions),
                .processor_s = least(processor),
                .factor_flops = solver.session.simulation().factor_flops()};
  if (reference)
    result.reference = {
        .run = reference->report, .best_s = least(reference->repetitions), .solver_s = least(solver_part)};
  return result;
}

}  // namespace isocloth::cli::bench
