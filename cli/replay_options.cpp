#include "replay_options.hpp"

#include <filesystem>

#include "commands.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli {

void add_replay_options(CLI::App& command, io::ReplayOptions& options) {
  add_value(command, "--title", options.title, "TEXT", "Title of the page");
  add_value(command, "--color", options.color, "NAME",
            "What colours show at first: area, stretch, curvature, contact, speed");
  add_value(command, "--theme", options.theme, "NAME", "dark or light; by default as the browser prefers");
  add_value(command, "--fps", options.frames_per_second, "N", "Most frames per second that are kept")
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
