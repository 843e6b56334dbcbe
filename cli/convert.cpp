#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "commands.hpp"
#include "io/file.hpp"
#include "io/mesh/mesh_file.hpp"
#include "io/robot/robot.hpp"
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

bool is_robot(const std::string& path) {
  const std::string ending = io::ending_of(path);
  return ending == ".xml" || ending == ".mjcf" || ending == ".urdf";
}

/// What is left out is said, line by line.
std::string convert_robot(const std::string& in, const std::string& out) {
  io::Robot robot = io::ending_of(in) == ".urdf" ? io::read_urdf(in) : io::read_mjcf(in);
  io::write_robot_scene(robot, out);
  for (const std::string& line : robot.left_out) print(one_line(line));
  return fmt::format(
      "{} of {} as obstacles, {}", robot.geoms.size(), counted(robot.geom_count, "geom"),
      robot.grids.empty() ? "a towel above them" : "the cloth \"" + robot.grids.front().name + "\"");
}

[[noreturn]] void refuse(const std::string& in, const std::string& out) {
  io::fail_at(
      out, 0,
      fmt::format(
          "cannot be made from {}; possible are .obj .ply .stl among each other, .xml and "
          ".urdf to .yaml, and .ict to {}; in Python isocloth.load(\"{}\").save() also makes .rrd and .usd",
          in, io::joined(io::export_endings()), in));
}

ExitStatus convert(const std::string& in, const std::string& out) {
  const bool meshes = is_mesh(in) && is_mesh(out);
  const bool trajectories = io::ending_of(in) == ".ict" && is_export(out);
  const bool robot = is_robot(in) && io::ending_of(out) == ".yaml";
  if (!meshes && !trajectories && !robot) refuse(in, out);
  const std::string what = robot    ? convert_robot(in, out)
                           : meshes ? convert_mesh(in, out)
                                    : convert_trajectory(in, out);
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
      app.add_subcommand("convert", "Convert a mesh, a robot or a trajectory, by the endings of the names");
  add_argument(*command, "IN", options->in,
               "Mesh (.obj .ply .stl), robot (MJCF .xml, .urdf) or trajectory (.ict)");
  add_argument(*command, "OUT", options->out,
               "From a mesh: .obj .ply .stl. From a robot: a scene (.yaml). From a trajectory: .csv .npz "
               ".pvd .glb .pc2 .ict, and .vtp "
               ".obj with its last frame");
  command->footer(
      "Examples:\n"
      "  isocloth convert shake.ict shake.npz\n"
      "  isocloth convert robot.xml scene.yaml\n"
      "  isocloth convert shirt.stl shirt.obj");
  command->callback([=, &chosen] { chosen = [=] { return convert(options->in, options->out); }; });
}

}  // namespace isocloth::cli
