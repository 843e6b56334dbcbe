#include "fitting/camera/write_recording.hpp"

#include <cmath>
#include <cstdio>
#include <filesystem>

#include "fitting/recording/read_grid.hpp"
#include "io/cloud/formats.hpp"
#include "io/file.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

namespace fs = std::filesystem;

std::string cloud_name(int frame) {
  char name[32];
  std::snprintf(name, sizeof name, "clouds/%05d.ply", frame);
  return name;
}

/// The hanger's middle every 10 ms.
GridRecording tool_path(const RealityOptions& options) {
  constexpr double kStep = 0.01;  // [s]
  GridRecording path;
  path.rows = path.columns = 1;
  const int steps = static_cast<int>(std::lround(options.shake.duration() / kStep));
  for (int k = 0; k <= steps; ++k) {
    path.times.push_back(k * kStep);
    path.positions.push_back((Vec3(0, 0, options.top) + options.shake.displacement(k * kStep)).transpose());
  }
  return path;
}

std::string tool_table(const RealityOptions& options) {
  const std::string table = format_grid(tool_path(options));
  return "t,x,y,z" + table.substr(table.find('\n'));
}

/// Planes behind, below and above what the cloth can reach, and its colour.
std::string track_settings(const SyntheticRecording& recording, std::array<int, 2> nodes) {
  const RealityOptions& options = recording.reality->options;
  const io::Rgb& color = recording.camera.cloth_color;
  const auto pair = [](auto a, auto b) { return "[" + to_text(a) + ", " + to_text(b) + "]"; };
  const auto plane = [](const std::string& normal, double offset) {
    return "  - {normal: " + normal + ", offset: " + to_text(offset) + "}\n";
  };
  std::string text = "# of a synthetic recording; read by isocloth track\n";
  text += "size: " + pair(options.size[0], options.size[1]) + "\n";
  text += "nodes: " + pair(nodes[0], nodes[1]) + "\n";
  text += "half_spaces:\n" + plane("[0, -1, 0]", -0.45) +
          plane("[0, 0, 1]", options.top - options.size[1] - 0.1) + plane("[0, 0, -1]", -options.top - 0.03);
  text += "color: {rgb: [" + std::to_string(color[0]) + ", " + std::to_string(color[1]) + ", " +
          std::to_string(color[2]) + "], distance: 30}\n";
  return text;
}

}  // namespace

void write_recording(const SyntheticRecording& recording, std::array<int, 2> nodes, const std::string& folder,
                     const std::function<bool(int frame)>& wrote) {
  const fs::path root(folder);
  io::make_folder((root / "clouds").string());
  std::string manifest = "time,file\n";
  for (int frame = 0; frame < static_cast<int>(recording.clouds.times.size()); ++frame) {
    const std::string name = cloud_name(frame);
    io::write_file((root / name).string(), io::format_ply_cloud(recording.clouds.load(frame)));
    char row[64];
    std::snprintf(row, sizeof row, "%.6f,%s\n", recording.clouds.times[frame], name.c_str());
    manifest += row;
    if (wrote && !wrote(frame)) return;
  }
  io::write_file((root / "tool.csv").string(), tool_table(recording.reality->options));
  io::write_file((root / "truth.csv").string(), format_grid(recording.truth(nodes)));
  io::write_file((root / "track.yaml").string(), track_settings(recording, nodes));
  io::write_file((root / "manifest.csv").string(), manifest);
}

}  // namespace isocloth::fitting
