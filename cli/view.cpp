#include <fmt/format.h>

#include <optional>
#include <thread>

#include "commands.hpp"
#include "find_scene.hpp"
#include "io/file.hpp"
#include "io/html/page.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "io/scene/run_scene.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/session/make_frame.hpp"
#include "output.hpp"
#include "progress_bar.hpp"
#include "replay_options.hpp"
#include "stop_signal.hpp"
#include "view/open_browser.hpp"
#include "view/server.hpp"
#include "view/watch_file.hpp"
#include "view/watch_live.hpp"

namespace isocloth::cli {
namespace {

struct ViewOptions {
  std::vector<std::string> names;
  std::vector<std::string> overrides;
  ServerOptions server;
  bool live = false, no_open = false;
  io::ReplayOptions replay;
};

/// A scene is run to its end first; nothing where a signal came before that.
std::optional<io::NamedTrajectory> simulate(const io::Scene& scene, const StopSignal& stop) {
  Session session(io::make_simulation(scene));
  io::NamedTrajectory named{scene.name, {trajectory_info(scene.text, session.simulation()), {}}};
  ProgressBar bar;
  const RunReport report =
      io::run_scene(scene, session,
                    {.on_frame = [&](Frame frame) { named.trajectory.frames.push_back(std::move(frame)); },
                     .go_on =
                         [&](const RunReport& so_far) {
                           bar.show(so_far);
                           return !stop.received();
                         }});
  if (report.stopped) return std::nullopt;
  named.trajectory.info.grasps = grasp_infos(session.simulation());
  return named;
}

ExitStatus replay(const ViewOptions& options) {
  check_options(options.replay);
  io::replay_bundle();  // refuses before anything is simulated
  const StopSignal stop;
  std::vector<io::NamedTrajectory> all;
  for (const std::string& name : options.names) {
    if (io::ending_of(name) == ".ict") {
      all.push_back(read_named({name}).front());
    } else if (auto run = simulate(io::load_scene(find_scene(name), options.overrides), stop)) {
      all.push_back(*std::move(run));
    } else {
      return kMissed;
    }
  }
  const std::string page = io::replay_page(all, options.replay);
  const Server server(options.server, {.get = [&](const std::string& name) -> std::optional<Answer> {
                        if (!name.empty()) return std::nullopt;
                        return Answer{"text/html; charset=utf-8", page};
                      }});
  print(server.url() + "  (Ctrl-C ends)");
  const auto opened = options.no_open ? nullptr : open_browser(server.url());
  while (!stop.received()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return kDone;
}

ExitStatus view(const ViewOptions& options) {
  if (!options.live) return replay(options);
  const std::string& name = options.names.front();
  if (options.names.size() != 1)
    io::fail_at(name, 0,
                "--live shows one run; give a single scene, or the trajectory (.ict) that is being written");
  if (io::ending_of(name) == ".ict") {
    require(options.overrides.empty(), "--set changes a scene, not the trajectory of one");
    watch_file(name, options.server, !options.no_open);
    return kDone;
  }
  const io::Scene scene = io::load_scene(find_scene(name), options.overrides);
  return watch_live(scene, options.server, !options.no_open) ? kDone : kMissed;
}

}  // namespace

void add_view(CLI::App& app, Command& chosen) {
  const auto options = std::make_shared<ViewOptions>();
  CLI::App* command =
      app.add_subcommand("view", "Look at trajectories, or at a scene as it runs, in the browser");
  command
      ->add_option("TRAJECTORY|SCENE", options->names,
                   "Trajectories (.ict), scene files, or names of built-in scenes")
      ->type_name("")
      ->required()
      ->expected(1, 64);
  command->add_flag("--live", options->live,
                    "Run the scene in real time; pull on the cloth and change its material in the page. Of a "
                    "trajectory that is being written: its newest frame");
  add_value(*command, "--set", options->overrides, "KEY=VALUE",
            "Change a value of the scene; may be repeated")
      ->allow_extra_args(false);
  add_value(*command, "--port", options->server.port, "N", "Port of the page; 0 for any that is free")
      ->check(CLI::Range(0, 65535));
  add_value(*command, "--host", options->server.host, "ADDRESS",
            "Address to listen on; others than 127.0.0.1 let other machines in")
      ->capture_default_str();
  command->add_flag("--no-open", options->no_open, "Print the address, but open no browser");
  add_replay_options(*command, options->replay);
  command->footer(
      "Examples:\n"
      "  isocloth view shake.ict\n"
      "  isocloth view coarse.ict fine.ict --side-by-side\n"
      "  isocloth view shake17 --live\n"
      "  isocloth view robot.ict --live");
  command->callback([=, &chosen] { chosen = [=] { return view(*options); }; });
}

}  // namespace isocloth::cli
