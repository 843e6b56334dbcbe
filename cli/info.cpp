#include <fmt/format.h>

#include "find_scene.hpp"
#include "info_parts.hpp"
#include "io/file.hpp"

namespace isocloth::cli {
namespace {

ExitStatus info(const std::string& file, bool json) {
  const std::string ending = io::ending_of(file);
  if (ending == ".obj" || ending == ".ply" || ending == ".stl") return info_mesh(file, json);
  if (ending == ".ict") return info_trajectory(file, json);
  if (ending == ".yaml" || ending == ".yml" || ending == ".json" || ending.empty())
    return info_scene(find_scene(file), json);
  io::fail_at(
      file, 0,
      "has an ending that info does not know; use a mesh (.obj .ply .stl), a scene (.yaml .yml .json, or a "
      "built-in name) or a trajectory (.ict)");
}

}  // namespace

std::string entry(const std::string& name, const std::string& value) {
  return fmt::format("{:<16}{}", name, value);
}

Json json_of(const Vec3& vector) { return {vector.x(), vector.y(), vector.z()}; }

std::string text_of(const Vec3& vector) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", vector.x(), vector.y(), vector.z());
}

void add_info(CLI::App& app, Command& chosen) {
  struct Options {
    std::string file;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("info", "Say what is in a mesh, scene or trajectory, and what is wrong with it");
  add_argument(*command, "FILE", options->file,
               "Mesh (.obj .ply .stl), scene (.yaml or a built-in name), trajectory (.ict)");
  command->add_flag("--json", options->json, "One JSON object on stdout");
  command->footer(
      "Examples:\n"
      "  isocloth info shirt.obj\n"
      "  isocloth info shake.ict --json\n"
      "Exit status: 0 done, 1 the mesh cannot be simulated or the trajectory ends in a damaged frame, 2 bad "
      "input.");
  command->callback([=, &chosen] { chosen = [=] { return info(options->file, options->json); }; });
}

}  // namespace isocloth::cli
