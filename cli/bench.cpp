#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "cli/bench/batch.hpp"
#include "cli/bench/choose.hpp"
#include "cli/bench/compare.hpp"
#include "cli/bench/fit_time.hpp"
#include "cli/bench/measure.hpp"
#include "cli/bench/plot.hpp"
#include "cli/bench/report.hpp"
#include "cli/bench/status_line.hpp"
#include "commands.hpp"
#include "io/file.hpp"
#include "io/output_file.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/core/threads.hpp"
#include "isocloth/core/version.hpp"

namespace isocloth::cli {
namespace {

/// More steps than this that did not converge make the exit status 1.
constexpr double kMissedShare = 1e-3;

constexpr int kRounds = 5;  ///< of --compare

struct BenchOptions {
  std::vector<std::string> scenes;
  std::string compare;
  std::string plot;
  int repeat = 0;  ///< 0: as many as there is time for
  int threads = 1;
  bool quick = false;
  bool json = false;
};

bench::Effort effort_of(const BenchOptions& options) {
  bench::Effort effort;
  if (options.quick) effort = {.repetitions = 1, .reference_s = 0.3, .warm_up_s = 0.05};
  effort.threads = options.threads;
  if (options.repeat > 0) {
    effort.repetitions = options.repeat;
    effort.solver_s = std::numeric_limits<double>::infinity();
  }
  return effort;
}

std::vector<bench::Result> measure_all(const std::vector<bench::Chosen>& chosen,
                                       const bench::Effort& effort) {
  const bench::StatusLine status;
  std::vector<double> memory;  // first of all, see peak_memory_mb
  for (const bench::Chosen& item : chosen) {
    status.show("memory of " + item.name);
    memory.push_back(bench::peak_memory_mb(item.scene, effort.warm_up_s));
  }
  std::vector<bench::Result> results;
  for (const bench::Chosen& item : chosen) {
    const std::string place = fmt::format("{} ({} of {})", item.name, results.size() + 1, chosen.size());
    results.push_back(bench::measure(item.name, item.scene, effort,
                                     [&](const std::string& doing) { status.show(place + ": " + doing); }));
    results.back().peak_memory_mb = memory[results.size() - 1];
  }
  return results;
}

/// Refuses a plot that could not be drawn or written, before anything is measured.
void check_plot(const std::string& path, const std::vector<bench::Chosen>& chosen) {
  if (path.empty()) return;
  if (io::ending_of(path) != ".svg") io::fail_at(path, 0, "a plot is written as SVG; end the name in .svg");
  std::set<std::string> drops;
  for (const bench::Chosen& item : chosen)
    if (item.drop) drops.insert(item.name);
  if (drops.size() < 2) io::fail_at(path, 0, "a plot needs two sheets; name at least drop9 and drop17");
  io::OutputFile probe(path);  // makes a file beside it and takes it away again
}

void write_plot(const std::string& path, const std::vector<bench::Chosen>& chosen,
                const std::vector<bench::Result>& results) {
  if (path.empty()) return;
  std::vector<bench::CostPoint> points;
  for (std::size_t k = 0; k < results.size(); ++k)
    if (chosen[k].drop)
      points.push_back({static_cast<double>(results[k].nodes), results[k].best_s / results[k].run.simulated});
  io::write_file(path, bench::cost_plot(points));
}

/// The fit is measured beside the scenes where none is named, and where it is.
struct Wanted {
  std::vector<std::string> scenes{};
  bool fit = false, only_fit = false;
};

Wanted wanted_of(const BenchOptions& options) {
  Wanted wanted{.scenes = options.scenes};
  wanted.fit = std::erase(wanted.scenes, "fit") > 0 || (options.scenes.empty() && !options.quick);
  wanted.only_fit = wanted.scenes.empty() && !options.scenes.empty();
  return wanted;
}

ExitStatus measure(const BenchOptions& options) {
  const Wanted wanted = wanted_of(options);
  const std::vector<bench::Chosen> chosen =
      wanted.only_fit ? std::vector<bench::Chosen>() : bench::choose_all(wanted.scenes, options.quick);
  check_plot(options.plot, chosen);
  const std::vector<bench::Result> results = measure_all(chosen, effort_of(options));
  write_plot(options.plot, chosen, results);
  std::optional<std::vector<bench::FitTime>> fit;
  if (wanted.fit) fit = bench::measure_fit();
  if (options.json) {
    Json scenes = Json::array();
    for (const bench::Result& result : results) scenes.push_back(to_json(result));
    Json all{{"version", kVersion}, {"scenes", std::move(scenes)}};
    if (fit) all["fit"] = bench::to_json(*fit);
    print(all);
  } else {
    if (!results.empty()) print(table_of(results));
    if (fit) print(bench::text_of(*fit));
  }
  const bool missed = std::any_of(results.begin(), results.end(), [](const bench::Result& result) {
    return result.run.converged_share() < 1 - kMissedShare;
  });
  return missed ? kMissed : kDone;
}

ExitStatus compare(const BenchOptions& options) {
  require(options.plot.empty(), "--plot and --compare exclude each other; leave one away");
  const std::vector<bench::Chosen> chosen = bench::choose_all(options.scenes, options.quick);
  std::vector<bench::Comparison> comparisons;
  {
    const bench::StatusLine status;
    for (std::size_t k = 0; k < chosen.size(); ++k) {
      status.show(fmt::format("{} ({} of {})", chosen[k].name, k + 1, chosen.size()));
      comparisons.push_back(
          bench::compare(chosen[k].argument, options.compare, options.repeat > 0 ? options.repeat : kRounds));
    }
  }
  if (options.json) {
    Json scenes = Json::array();
    for (const bench::Comparison& comparison : comparisons) scenes.push_back(to_json(comparison));
    print(Json{{"version", kVersion}, {"compared_with", options.compare}, {"scenes", std::move(scenes)}});
  } else {
    print(table_of(comparisons));
  }
  const bool missed = std::any_of(comparisons.begin(), comparisons.end(),
                                  [](const bench::Comparison& c) { return c.missed; });
  return missed ? kMissed : kDone;
}

struct BatchBenchOptions {
  std::string scene = "shake9";
  int worlds = 64;
  std::string device = "cpu";
  int threads = 1;
  bool json = false;
};

ExitStatus measure_batch(const BatchBenchOptions& options) {
  const bench::Chosen chosen = bench::choose_all({options.scene}, false).front();
  const bench::BatchResult result =
      bench::measure_batch(chosen.name, chosen.scene, options.worlds,
                           {.device = options.device == "cuda" ? BatchDevice::cuda : BatchDevice::cpu,
                            .threads = options.threads});
  if (options.json)
    print(bench::to_json(result));
  else
    print(bench::text_of(result));
  return kDone;
}

void add_bench_batch(CLI::App& bench, Command& chosen) {
  const auto options = std::make_shared<BatchBenchOptions>();
  CLI::App* command = bench.add_subcommand("batch", "Many worlds of a scene, stepped together");
  command->add_option("SCENE", options->scene, "A benchmark, scene file or built-in scene (default: shake9)")
      ->type_name("");
  add_value(*command, "--worlds", options->worlds, "N", "Worlds (default: 64)")
      ->check(CLI::Range(1, 1000000));
  add_value(*command, "--device", options->device, "DEVICE", "cpu (default) or cuda")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  add_threads(*command, options->threads,
              "Threads of the CPU, and as many plain simulations to compare with (default: 1)");
  command->add_flag("--json", options->json, "The result as one JSON object on stdout");
  command->callback([=, &chosen] { chosen = [=] { return measure_batch(*options); }; });
}

}  // namespace

void add_bench(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Measure speed, and the error it bought");
  command
      ->add_option(
          "SCENE", options->scenes,
          "Benchmarks (shake9, drop33, …, fit; all where none is named), scene files or built-in scenes")
      ->type_name("");
  command->add_flag("--json", options->json, "Results as one JSON object on stdout");
  add_value(*command, "--compare", options->compare, "PROGRAM",
            "Another isocloth program: both measure in turns, and what differs is said");
  add_value(*command, "--repeat", options->repeat, "N",
            "Repetitions of each scene, of --compare rounds (default: 5, fewer where it takes long)")
      ->check(CLI::Range(1, 1000));
  add_threads(*command, options->threads, "Threads that share each step; the reference runs on one");
  command->add_flag("--quick", options->quick, "Each scene once, without the largest, in under 20 s");
  add_value(*command, "--plot", options->plot, "FILE.svg",
            "Picture of the cost against the number of nodes of drop9 to drop65");
  command->footer(
      "Examples:\n"
      "  isocloth bench\n"
      "  isocloth bench shake9 my_scene.yaml --json\n"
      "  isocloth bench drop33 --compare ../old/build/bin/isocloth\n"
      "  isocloth bench batch --worlds 4096 --device cuda\n"
      "Exit status: 0 done, 1 more than 0.1 % of the steps of a scene did not converge, 2 bad input.");
  add_bench_batch(*command, chosen);
  command->callback([=, &chosen] {
    if (!command->get_subcommands().empty()) return;
    chosen = [=] { return options->compare.empty() ? measure(*options) : compare(*options); };
  });
}

}  // namespace isocloth::cli
