#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "cli/bench/status_line.hpp"
#include "cli/fit_output.hpp"
#include "commands.hpp"
#include "fitting/fit/open_recording.hpp"
#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli {
namespace {

struct FitCommand {
  std::string recording;
  std::string out = "fit";
  fitting::RecordingOptions source{};
  fitting::StudyOptions study{};
  std::vector<double> size;
  std::vector<int> grid, mesh;
  std::vector<std::string> more;
  bool edges = false;
  bool json = false;
};

/// What the options ask for, once they have been parsed.
fitting::StudyOptions study_options(const FitCommand& given, bool has_tool) {
  fitting::StudyOptions options = given.study;
  options.fit.base.material.virtual_mass = options.fit.base.material.density;
  if (given.edges) {
    options.trial.cloth.edges = EdgeModel{};
    options.fit.parameters = {fitting::Parameter::damping, fitting::Parameter::shear_stiffness};
  }
  std::vector<std::string> more = given.more;
  if (has_tool) more.insert(more.end(), {"latency", "offset"});
  for (const std::string& name : more) {
    if (name == "offset") {
      options.fit.offset = true;
    } else if (const fitting::Parameter p = fitting::parameter_named(name);
               std::find(options.fit.parameters.begin(), options.fit.parameters.end(), p) ==
               options.fit.parameters.end()) {
      options.fit.parameters.push_back(p);
    }
  }
  return options;
}

std::string progress_text(const fitting::FitProgress& progress, const fitting::FitOptions& options) {
  std::string text = fmt::format("simulation {}: √L = {:.2f} cm", progress.evaluations, 100 * progress.best);
  for (std::size_t k = 0; k < progress.values.size(); ++k)
    text += fmt::format(", {} {:.4g}", fitting::info_of(options.parameters[k]).name, progress.values[k]);
  return text;
}

fitting::Recording open_recording(const FitCommand& given) {
  const bench::StatusLine status;
  return fitting::open_recording(given.recording, given.source, [&](int frame, int frames) {
    status.show(fmt::format("tracking frame {} of {}", frame, frames));
  });
}

ExitStatus fit(FitCommand given) {
  if (given.grid.size() == 2)
    given.source.grid.rows = given.grid[0], given.source.grid.columns = given.grid[1];
  if (given.size.size() == 2) given.source.grid.size = {given.size[0], given.size[1]};
  if (given.mesh.size() == 2) given.study.trial.mesh = {given.mesh[1], given.mesh[0]};
  fitting::Recording recording = open_recording(given);
  fitting::StudyOptions options = study_options(given, recording.tool.has_value());
  io::make_folder(given.out);
  check_fit_files(given.out);
  const bench::StatusLine status;
  options.fit.on_progress = [&](const fitting::FitProgress& p) {
    status.show(progress_text(p, options.fit));
  };
  const fitting::Study study = fitting::study_recording(std::move(recording), options);
  status.show("");
  write_fit(given.out, study, options);
  if (given.json) {
    print(fit_json(study, options));
  } else {
    print(fit_text(study) + "\nRead " + (std::filesystem::path(given.out) / "report.html").string() +
          " in a browser; use " + (std::filesystem::path(given.out) / "material.yaml").string() +
          " as cloth.material.file of a scene.");
  }
  return kDone;
}

}  // namespace

void add_fit(CLI::App& app, Command& chosen) {
  const auto given = std::make_shared<FitCommand>();
  given->study.fit.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U));
  fitting::FitOptions& fit_options = given->study.fit;
  CLI::App* command = app.add_subcommand("fit", "Find the parameters of a cloth from a recording of it");
  add_argument(*command, "RECORDING", given->recording,
               "CSV of tracked nodes, a folder with recording.yaml, or with point clouds");
  add_value(*command, "--tool", given->source.tool, "CSV",
            "Poses of the robot's tool that held the cloth, t,px,py,pz,qx,qy,qz,qw");
  add_list(*command, "--size", given->size, 2, "Width and height of the cloth [m] (default: as measured)")
      ->type_name("W,H");
  add_list(*command, "--grid", given->grid, 2, "Rows and columns of the recorded grid (default: square)")
      ->type_name("ROWS,COLUMNS");
  add_list(*command, "--mesh", given->mesh, 2,
           "Rows and columns of the simulated mesh (default: as recorded)")
      ->type_name("ROWS,COLUMNS");
  add_value(*command, "--held", given->source.held, "NODE,…",
            "Held nodes (default: the two ends of the last row)")
      ->delimiter(',');
  add_value(*command, "--latency", given->source.latency, "S",
            "By which the camera is late [s] (default: estimated)");
  add_value(*command, "--fit", given->more, "NAME",
            "Fit also bending, bending_damping, latency or offset; may be repeated")
      ->allow_extra_args(false);
  command->add_flag("--turn-camera", given->study.turn_camera,
                    "Find by how much the camera's frame is turned against the robot's");
  command->add_flag(
      "--edges", given->edges,
      "Fit the model that edges keep their length instead (damping and shear stiffness), to compare");
  add_value(*command, "--density", fit_options.base.material.density, "RHO",
            "Mass per area [kg/m²] (default 1: what is found is for that)")
      ->check(CLI::Range(1e-3, 100.0));
  add_value(*command, "--share", fit_options.share, "S",
            "Share of the time that is fitted; the rest is predicted (default 0.5)")
      ->check(CLI::Range(0.05, 0.95));
  add_value(*command, "--starts", fit_options.starts, "N", "Starts of the search (default 3)")
      ->check(CLI::Range(1, fitting::kMostStarts));
  add_value(*command, "--step", given->study.trial.dt, "S", "Time step of the simulation (default 0.01)")
      ->check(CLI::Range(1e-4, 0.05));
  add_threads(*command, fit_options.threads,
              "Starts side by side (default: all cores); the result does not depend on it");
  add_value(*command, "--out", given->out, "DIR",
            "Folder for report.html, fit.json and material.yaml (default: fit)");
  command->add_flag("--json", given->json, "Results as one JSON object on stdout");
  command->footer(
      "Examples:\n"
      "  isocloth fit nodes.csv --size 0.297,0.42 --out cotton\n"
      "  isocloth fit cloth.csv --tool tcp.csv --size 0.3,0.3 --turn-camera\n"
      "  isocloth run shake --set 'cloth.material={file: cotton/material.yaml}'\n"
      "Exit status: 0 done, 2 bad input.");
  command->callback([=, &chosen] { chosen = [=] { return fit(*given); }; });
}

}  // namespace isocloth::cli
