#include "io/trajectory/export.hpp"

#include <array>
#include <utility>

#include "io/file.hpp"
#include "io/mesh/mesh_file.hpp"
#include "io/scene/spelling.hpp"
#include "io/trajectory/consistency.hpp"
#include "io/trajectory/trajectory_writer.hpp"

namespace isocloth::io {

namespace {

/// The last frame as a mesh.
void export_obj(const std::string& path, const Trajectory& trajectory) {
  require_consistent(path, trajectory);
  Mesh mesh = trajectory.info.rest;
  mesh.x = last_frame(path, trajectory).x;
  write_mesh(path, mesh);
}

using Export = void (*)(const std::string&, const Trajectory&);
constexpr std::array<std::pair<const char*, Export>, 8> kExports{{{".ict", write_trajectory},
                                                                  {".csv", export_csv},
                                                                  {".npz", export_npz},
                                                                  {".pvd", export_pvd},
                                                                  {".vtp", export_vtp},
                                                                  {".glb", export_glb},
                                                                  {".pc2", export_pc2},
                                                                  {".obj", export_obj}}};

Export find_export(const std::string& path) {
  const std::string ending = ending_of(path);
  for (const auto& [name, write] : kExports)
    if (ending == name) return write;
  fail_at(path, 0,
          "no trajectory is written in this format; end the name in one of " + joined(export_endings()));
}

}  // namespace

std::vector<std::string> export_endings() {
  std::vector<std::string> endings;
  for (const auto& [ending, write] : kExports) endings.emplace_back(ending);
  return endings;
}

void check_export(const std::string& path) { find_export(path); }

void export_trajectory(const std::string& path, const Trajectory& trajectory) {
  find_export(path)(path, trajectory);
}

}  // namespace isocloth::io
