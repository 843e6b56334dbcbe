#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "commands.hpp"
#include "io/file.hpp"
#include "io/mesh/mesh_file.hpp"
#include "io/scene/spelling.hpp"
#include "io/trajectory/export.hpp"
#include "io/trajectory/trajectory_reader.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

bool is_mesh(const std::string& path) {
  constexpr std::array<const char*, 3> kMeshes{".obj", ".ply", ".stl"};
  return std::find(kMeshes.begin(), kMeshes.end(), io::ending_of(path)) != kMeshes.end();
}

bool is_export(const std::string& path) {
  const std::vector<std::string> endings = io::export_endings();
  return std::find(endings.begin(), endings.end(), io::ending_of(path)) != endings.end();
}

std::string convert_mesh(const std::string& in, const std::string& out) {
  const Mesh mesh = io::read_mesh(in);
  io::write_mesh(out, mesh);
  return counted(mesh.node_count(), "node") + ", " + counted(mesh.element_count(), "element");
}

std::string convert_trajectory(const std::string& in, const std::string& out) {
  io::TrajectoryCondition condition;
  const Trajectory trajectory = io::read_trajectory(in, &condition);
  io::export_trajectory(out, trajectory);
  std::string text = counted(static_cast<std::int64_t>(trajectory.frames.size()), "frame");
  if (!condition.reason.empty()) text += " (" + condition.reason + " in " + in + " and was left out)";
  return text;
}

[[noreturn]] void refuse(const std::string& in, const std::string& out) {
  io::fail_at(
      out, 0,
      fmt::format("cannot be made from {}; possible are .obj .ply .stl among each other, and .ict to {}", in,
                  io::joined(io::export_endings())));
}

ExitStatus convert(const std::string& in, const std::string& out) {
  const bool meshes = is_mesh(in) && is_mesh(out);
  const bool trajectories = io::ending_of(in) == ".ict" && is_export(out);
  if (!meshes && !trajectories) refuse(in, out);
  const std::string what = meshes ? convert_mesh(in, out) : convert_trajectory(in, out);
  print(one_line(fmt::format("{}: made from {}", out, what)));
  return kDone;
}

}  // namespace

void add_convert(CLI::App& app, Command& chosen) {
  struct Options {
    std::string in, out;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("convert", "Convert a mesh or a trajectory, by the endings of the names");
  add_argument(*command, "IN", options->in, "Mesh (.obj .ply .stl) or trajectory (.ict)");
  add_argument(*command, "OUT", options->out,
               "From a mesh: .obj .ply .stl. From a trajectory: .csv .npz .pvd .glb .pc2 .ict, and .vtp "
               ".obj with its last frame");
  command->footer(
      "Examples:\n"
      "  isocloth convert shake.ict shake.npz\n"
      "  isocloth convert shirt.stl shirt.obj");
  command->callback([=, &chosen] { chosen = [=] { return convert(options->in, options->out); }; });
}

}  // namespace isocloth::cli
