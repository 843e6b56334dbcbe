#include "replay_options.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>

#include "io/trajectory/trajectory_reader.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli {

void add_replay_options(CLI::App& command, io::ReplayOptions& options) {
  command.add_option("--title", options.title, "Title of the page")->type_name("TEXT");
  command
      .add_option("--color", options.color,
                  "What colours show at first: area, stretch, curvature, contact, speed")
      ->type_name("NAME");
  command.add_option("--theme", options.theme, "dark or light; by default as the browser prefers")
      ->type_name("NAME");
  command.add_option("--fps", options.frames_per_second, "Most frames per second that are kept")
      ->type_name("N")
      ->capture_default_str();
  command.add_flag("--side-by-side", options.side_by_side,
                   "Several trajectories beside each other instead of in one space");
  command.add_flag("--mesh", options.mesh_lines, "Show the edges of the elements");
}

void check_options(const io::ReplayOptions& options) {
  if (const auto problem = options.problem()) throw InputError(*problem);
}

std::vector<io::NamedTrajectory> read_named(const std::vector<std::string>& paths) {
  std::vector<io::NamedTrajectory> named;
  for (const std::string& path : paths)
    named.push_back({std::filesystem::path(path).stem().string(), io::read_trajectory(path)});
  return named;
}

}  // namespace isocloth::cli
