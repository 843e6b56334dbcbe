#include <fmt/format.h>

#include <cmath>
#include <thread>

#include "commands.hpp"
#include "experiments/drape/drape.hpp"
#include "experiments/parallel.hpp"
#include "io/file.hpp"
#include "io/report/report.hpp"
#include "isocloth/core/require.hpp"
#include "output.hpp"
#include "progress_bar.hpp"

namespace isocloth::cli {
namespace {

using experiments::Drape;
using experiments::DrapeMean;
using experiments::DrapeSetup;

struct DrapeOptions {
  DrapeSetup setup;
  int nodes = 768;
  int specimens = 4;
  std::string out;
  bool json = false;
};

/// InputError that names the option.
void check_drape(const DrapeOptions& options) {
  const auto refuse = [](const char* option, const char* rule, double value) {
    throw InputError(fmt::format("{} must be {}, got {}", option, rule, to_text(value)));
  };
  const double density = options.setup.density, bending = options.setup.bending;
  if (!(density >= 1e-3 && density <= 100)) refuse("--density", "between 0.001 and 100 kg/m²", density);
  if (!(bending >= 0 && bending <= 1e3)) refuse("--bending", "between 0 and 1000 N·m", bending);
  const double shear = options.setup.shear;
  if (!(shear >= 1e-3 && shear <= 1e6) && shear != experiments::kInextensible)
    refuse("--shear", "between 0.001 and 1000000 N/m, or inf", shear);
  if (!options.out.empty() && io::ending_of(options.out) != ".html")
    io::fail_at(options.out, 0, "a drape is shown as a page; end the name in .html");
}

std::vector<Drape> drape_all(const DrapeOptions& options) {
  ProgressBar bar;
  std::vector<Drape> drapes(static_cast<std::size_t>(options.specimens));
  std::vector<experiments::Task> tasks;
  for (std::size_t k = 0; k < drapes.size(); ++k) {
    DrapeSetup setup = options.setup;
    setup.specimen = static_cast<std::uint32_t>(k);
    setup.frame_steps = k == 0 && !options.out.empty() ? 5 : 0;
    tasks.push_back(
        {fmt::format("specimen {}", k + 1), 1, [setup, &result = drapes[k]] { result = drape(setup); }});
  }
  experiments::Options how;
  how.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
  how.progress = [&](double share, const std::string& what) { bar.show(share, what); };
  run_all(std::move(tasks), how);
  return drapes;
}

Json json_of_drape(const DrapeOptions& options, int nodes, const std::vector<Drape>& drapes,
                   const DrapeMean& mean) {
  Json specimens = Json::array();
  for (const Drape& drape : drapes)
    specimens.push_back(
        {{"drape_coefficient", drape.coefficient}, {"folds", drape.folds}, {"simulated_s", drape.time}});
  return {{"density", options.setup.density},
          {"bending", options.setup.bending},
          {"shear_stiffness", std::isfinite(options.setup.shear) ? Json(options.setup.shear) : Json()},
          {"setup", options.setup.disc ? "disc" : "ring"},
          {"nodes", nodes},
          {"drape_coefficient", mean.coefficient},
          {"spread", mean.spread},
          {"folds", mean.folds},
          {"area_error", {{"total_at_rest", mean.total_area_error}, {"dispersion_max", mean.dispersion}}},
          {"at_rest", mean.at_rest},
          {"specimens", std::move(specimens)}};
}

std::string text_of_drape(const DrapeOptions& options, int nodes, const DrapeMean& mean) {
  return fmt::format(
      "drape coefficient {:.1f} % (± {:.1f} between {}), {:.1f} folds, {} of {} nodes{}\n"
      "area error {} at rest, dispersion at most {}{}",
      100 * mean.coefficient, 100 * mean.spread, counted(options.specimens, "specimen"), mean.folds,
      options.setup.disc ? "disc" : "ring", nodes, options.setup.disc ? " on a table" : "",
      percent(mean.total_area_error), percent(mean.dispersion),
      mean.at_rest ? "" : "; not all specimens came to rest");
}

void write_page(const DrapeOptions& options, const std::vector<Drape>& drapes, const DrapeMean& mean) {
  if (options.out.empty()) return;
  io::Report report{
      .title = fmt::format("Drape coefficient {:.1f} %", 100 * mean.coefficient),
      .lead = fmt::format("ρ = {} kg/m², κ = {} N·m, {}.", options.setup.density, options.setup.bending,
                          std::isfinite(options.setup.shear) ? fmt::format("S = {} N/m", options.setup.shear)
                                                             : std::string("inextensible"))};
  io::Table table{.columns = {"specimen", "drape coefficient", "folds"}};
  for (std::size_t k = 0; k < drapes.size(); ++k)
    table.rows.push_back({std::to_string(k + 1), fmt::format("{:.1f} %", 100 * drapes[k].coefficient),
                          std::to_string(drapes[k].folds)});
  io::Section& section = report.section("Specimens");
  section.add(table);
  section.add(io::make_replay({{"first specimen", drapes.front().trajectory}}, "The first specimen."));
  io::write_file(options.out, io::to_html(report));
}

ExitStatus drape_material(DrapeOptions options) {
  check_drape(options);
  options.setup.nodes = experiments::ring_nodes(options.nodes);
  const std::vector<Drape> drapes = drape_all(options);
  const DrapeMean mean = mean_of(drapes);
  const int nodes = drape_mesh(options.setup).node_count();
  write_page(options, drapes, mean);
  if (options.json) {
    print(json_of_drape(options, nodes, drapes, mean));
  } else {
    print(text_of_drape(options, nodes, mean));
  }
  return mean.at_rest ? kDone : kMissed;
}

}  // namespace

void add_drape(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<DrapeOptions>();
  CLI::App* command = app.add_subcommand("drape", "Drape coefficient of a material (Cusick's test)");
  add_value(*command, "--density", options->setup.density, "RHO", "ρ, mass per area [kg/m²]")->required();
  add_value(*command, "--bending", options->setup.bending, "KAPPA", "κ, bending rigidity [N·m]")->required();
  add_value(*command, "--shear", options->setup.shear, "S",
            "S, shear stiffness between warp and weft [N/m] (default: 20, a soft cloth; inf: none gives "
            "way, an inextensible surface)");
  command->add_flag("--disc", options->setup.disc,
                    "A whole disc on a table (contact), instead of the ring held at the table's edge");
  add_value(*command, "--nodes", options->nodes, "N", "Nodes of the ring, about (default: 768)")
      ->check(CLI::Range(100, 5000));
  add_value(*command, "--specimens", options->specimens, "N", "Drapes to average over (default: 4)")
      ->check(CLI::Range(1, 100));
  add_value(*command, "--out", options->out, "FILE.html", "Page with a replay");
  command->add_flag("--json", options->json, "Results as one JSON object on stdout");
  command->footer(
      "A cloth of 15 cm radius hangs over a table of 9 cm radius; the drape coefficient is the share of the "
      "ring that is\n"
      "still seen from above.\n"
      "Examples:\n"
      "  isocloth drape --density 0.2 --bending 2e-5 --shear 35\n"
      "  isocloth drape --density 0.15 --bending 5e-6 --disc --json\n"
      "Exit status: 0 done, 1 a specimen did not come to rest, 2 bad input.");
  command->callback([=, &chosen] { chosen = [=] { return drape_material(*options); }; });
}

}  // namespace isocloth::cli
