#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "commands.hpp"
#include "experiments/catalog.hpp"
#include "experiments/outcome.hpp"
#include "find_scene.hpp"
#include "io/file.hpp"
#include "io/report/report.hpp"
#include "isocloth/core/require.hpp"
#include "output.hpp"
#include "progress_bar.hpp"

namespace isocloth::cli {
namespace {

using experiments::Claim;
using experiments::Experiment;
using experiments::Outcome;

struct ReproduceOptions {
  std::string name = "all";
  std::string out = "report";
  std::string data;
  int threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
  bool quick = false;
  bool calibrate = false;
  bool json = false;
};

/// Said before the work that needs it.
void require_data(const std::string& folder) {
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    io::fail_at(folder, 0, "is no folder; give the folder with recordings as --data");
}

std::string path_in(const std::string& folder, const char* name) {
  return (std::filesystem::path(folder) / name).string();
}

/// What there is so far, so that an end before the end leaves what was done.
void write_report(const ReproduceOptions& options, const std::vector<Outcome>& outcomes) {
  io::write_file(path_in(options.out, "report.html"), io::to_html(to_report(outcomes, options.quick)));
  io::write_file(path_in(options.out, "report.json"), to_json(outcomes, options.quick).dump(2) + "\n");
}

/// Plots and pictures of an experiment also as files, for documents: NAME-1.svg, NAME-2.png, …
void write_pictures(const ReproduceOptions& options, const Outcome& outcome) {
  int number = 0;
  const auto write = [&](const std::string& bytes) {
    const char* ending = bytes.starts_with("<svg") ? "svg" : "png";
    const std::string name = fmt::format("{}-{}.{}", outcome.experiment.name, ++number, ending);
    io::write_file(path_in(options.out, name.c_str()), bytes);
  };
  for (const io::Block& block : outcome.result.section.blocks) {
    if (const auto* plot = std::get_if<io::Plot>(&block)) write(to_svg(*plot));
    if (const auto* picture = std::get_if<io::Picture>(&block)) write(picture->source);
  }
}

std::string scenes_folder() {
  const std::vector<io::BuiltinScene> scenes = builtin_scenes();
  require(!scenes.empty(), "the scenes that come with isocloth were not found; install it again");
  return std::filesystem::path(scenes.front().path).parent_path().string();
}

Outcome run_one(const ReproduceOptions& options, const Experiment& experiment, const std::string& place) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  ProgressBar bar;
  experiments::Options given{.quick = options.quick,
                             .calibrate = options.calibrate,
                             .threads = options.threads,
                             .scenes_folder = scenes_folder(),
                             .data_folder = options.data};
  given.progress = [&](double share, const std::string& what) {
    bar.show(share, fmt::format("{} ({}): {}", experiment.name, place, what));
  };
  Outcome outcome{experiment, experiment.run(given), 0};
  outcome.wall = std::chrono::duration<double>(Clock::now() - begin).count();
  return outcome;
}

std::string text_of_outcome(const Outcome& outcome) {
  std::string text = fmt::format("{}  ({:.0f} s)\n", outcome.experiment.title, outcome.wall);
  for (const Claim& claim : outcome.result.claims) {
    const std::string paper =
        claim.paper ? "paper " + experiments::number_text(*claim.paper, claim.unit) + ", " : "";
    text += fmt::format("  {:7} {}: {} ({}accepted {})\n", claim.ok() ? "ok" : "MISSED", claim.name,
                        experiments::number_text(claim.value, claim.unit), paper,
                        experiments::band_text(claim.band, claim.unit));
  }
  return text;
}

ExitStatus reproduce(const ReproduceOptions& options) {
  const std::vector<Experiment> chosen = experiments::choose(options.name);
  require_data(options.data);
  io::make_folder(options.out);
  std::vector<Outcome> outcomes;
  for (const Experiment& experiment : chosen) {
    outcomes.push_back(
        run_one(options, experiment, fmt::format("{} of {}", outcomes.size() + 1, chosen.size())));
    write_report(options, outcomes);
    write_pictures(options, outcomes.back());
    if (!options.json) print(text_of_outcome(outcomes.back()));
  }
  if (options.json) {
    print(to_json(outcomes, options.quick));
  } else {
    print("Read " + path_in(options.out, "report.html") + " in a browser.");
  }
  const bool ok =
      std::all_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) { return outcome.ok(); });
  return ok ? kDone : kMissed;
}

std::string known_names() {
  std::string names;
  for (const Experiment& experiment : experiments::catalog()) names += experiment.name + ", ";
  return names + "or all";
}

}  // namespace

void add_reproduce(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ReproduceOptions>();
  CLI::App* command =
      app.add_subcommand("reproduce", "Run the paper's experiments and compare with the paper");
  command->add_option("NAME", options->name, known_names())->type_name("");
  command->add_flag("--quick", options->quick, "Fewer and coarser runs, in under a minute");
  add_value(*command, "--out", options->out, "DIR",
            "Folder for report.html, report.json, and plots and pictures as files (default: report)");
  add_value(*command, "--data", options->data, "DIR",
            "Folder with recordings, where an experiment needs them");
  add_threads(*command, options->threads,
              "Runs side by side (default: all cores); results do not depend on it");
  command->add_flag("--calibrate", options->calibrate,
                    "cusick: find the bending stiffnesses anew, which takes some minutes more");
  command->add_flag("--json", options->json, "Results as one JSON object on stdout");
  command->footer(
      "Examples:\n"
      "  isocloth reproduce all --quick\n"
      "  isocloth reproduce cusick --out cusick --json\n"
      "Exit status: 0 all numbers inside their bands, 1 a number outside, 2 bad input.");
  command->callback([=, &chosen] { chosen = [=] { return reproduce(*options); }; });
}

}  // namespace isocloth::cli
