#include "commands.hpp"
#include "find_scene.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "io/scene/run_scene.hpp"
#include "io/trajectory/export.hpp"
#include "isocloth/core/threads.hpp"
#include "isocloth/session/make_frame.hpp"
#include "progress_bar.hpp"
#include "run_output.hpp"
#include "run_summary.hpp"
#include "stop_signal.hpp"

namespace isocloth::cli {
namespace {

struct RunOptions {
  std::string scene;
  std::string out;
  std::vector<std::string> overrides;
  int threads = 1;
  bool json = false;
};

RunReport simulate(const io::Scene& scene, Session& session, RunOutput& output) {
  const StopSignal stop;
  ProgressBar bar;
  const std::function<void(Frame)> keep = [&](const Frame& frame) { output.append(frame); };
  return io::run_scene(
      scene, session,
      {.on_frame = output.is_wanted() ? keep : nullptr, .go_on = [&](const RunReport& so_far) {
         bar.show(so_far);
         return !stop.received();
       }});
}

ExitStatus run(const RunOptions& options) {
  const io::Scene scene = io::load_scene(find_scene(options.scene), options.overrides);
  if (!options.out.empty()) io::check_export(options.out);
  io::Remarks remarks;
  Session session(io::make_simulation(scene, options.threads, &remarks));
  for (const std::string& remark : remarks) remark_on(remark);
  RunOutput output(options.out, trajectory_info(scene.text, session.simulation()));

  const RunReport report = simulate(scene, session, output);
  output.finish();
  if (options.json) {
    Json json = summary_json(scene, session.simulation(), report);
    json["remarks"] = remarks;
    print(json);
  } else {
    print(summary_text(session.simulation(), report));
  }
  return report.stopped || report.missed_steps() > 0 ? kMissed : kDone;
}

}  // namespace

void add_run(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Simulate a scene");
  add_argument(*command, "SCENE", options->scene, "Scene file, or the name of a built-in scene");
  add_value(*command, "--out", options->out, "FILE",
            "Trajectory to write: .ict grows frame by frame while the run goes on; .csv .npz .pvd "
            ".glb .pc2, and .vtp .obj with the last frame, are written when it ends");
  add_value(*command, "--set", options->overrides, "KEY=VALUE",
            "Change a value of the scene; may be repeated")
      ->allow_extra_args(false);
  add_threads(
      *command, options->threads,
      "Threads that share each step, worth it from about 300 nodes on; the result is the same bit by bit");
  command->add_flag("--json", options->json, "Results as one JSON object on stdout");
  command->footer(
      "Examples:\n"
      "  isocloth run shake --out shake.ict\n"
      "  isocloth run towel.yaml --set cloth.material.bending=1e-5 --set time.duration=2 --json\n"
      "Exit status: 0 done, 1 some steps did not converge or the run was stopped, 2 bad input.");
  command->callback([=, &chosen] { chosen = [=] { return run(*options); }; });
}

}  // namespace isocloth::cli
