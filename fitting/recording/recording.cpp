#include "fitting/recording/recording.hpp"

#include <algorithm>
#include <filesystem>

#include "io/file.hpp"
#include "io/scene/map_reader.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::fitting {
namespace {

namespace fs = std::filesystem;

struct Manifest {
  std::string cloth;
  RecordingOptions options;
};

Manifest read_manifest(const std::string& path) {
  Manifest manifest;
  io::Tree tree = io::parse_tree(io::read_text_file(path), path);
  io::MapReader map(tree, "");
  const auto beside = [&](const io::Tree& t, const std::string& p) {
    return (fs::path(path).parent_path() / io::read_text(t, p)).string();
  };
  std::array<int, 2> grid{};
  std::array<double, 2> size{};
  double latency = 0;
  map.take("cloth", manifest.cloth, beside, io::Need::required);
  map.take("grid", grid, io::two_wholes({2, 2}, 1000));
  map.take("size", size, io::two_numbers({1e-2, 100, "m"}));
  map.take("tool", manifest.options.tool, beside);
  const bool has_latency = map.find("latency") != nullptr;
  map.take("latency", latency, io::number({-5, 5, "s"}));
  map.take("held", manifest.options.held, [](const io::Tree& t, const std::string& p) {
    io::require_list(t, p, 0, "node indices");
    return io::read_list(t, p, io::whole(0, 1'000'000));
  });
  map.close();
  if (grid[0] > 0) manifest.options.grid.rows = grid[0], manifest.options.grid.columns = grid[1];
  if (size[0] > 0) manifest.options.grid.size = size;
  if (has_latency) manifest.options.latency = latency;
  return manifest;
}

/// What is said on the command line wins over the manifest.
RecordingOptions merged(RecordingOptions base, const RecordingOptions& over) {
  if (over.grid.rows) base.grid.rows = over.grid.rows;
  if (over.grid.columns) base.grid.columns = over.grid.columns;
  if (over.grid.size) base.grid.size = over.grid.size;
  if (!over.tool.empty()) base.tool = over.tool;
  if (!over.held.empty()) base.held = over.held;
  if (over.latency) base.latency = over.latency;
  return base;
}

void check_held(const Recording& recording, const std::string& path) {
  const int nodes = recording.grid.rows * recording.grid.columns;
  for (const int node : recording.held)
    if (node < 0 || node >= nodes)
      io::fail_at(path, 0,
                  "held node " + std::to_string(node) + " is none of the " + std::to_string(nodes) +
                      " nodes of the grid (0 to " + std::to_string(nodes - 1) + ")");
}

}  // namespace

std::vector<std::string> Recording::remarks() const {
  std::vector<std::string> all = grid.remarks;
  if (tool) all.insert(all.end(), tool->remarks.begin(), tool->remarks.end());
  return all;
}

Recording make_recording(GridRecording grid, const std::string& path, const RecordingOptions& options) {
  Recording recording{.name = fs::path(path).stem().string(), .grid = std::move(grid)};
  const int top = (recording.grid.rows - 1) * recording.grid.columns;
  recording.held =
      options.held.empty() ? std::vector<int>{top, top + recording.grid.columns - 1} : options.held;
  recording.size = options.grid.size.value_or(measured_size(recording.grid));
  recording.latency = options.latency;
  require(recording.size[0] > 0.01 && recording.size[1] > 0.01 && recording.size[0] < 100 &&
              recording.size[1] < 100,
          path + ": the size must be 0.01 to 100 m, got " + to_text(recording.size[0]) + "×" +
              to_text(recording.size[1]));
  check_held(recording, path);
  if (!options.grid.size)
    recording.grid.remarks.push_back("The size was not said; measured along the nodes it is " +
                                     to_text(recording.size[0]) + "×" + to_text(recording.size[1]) + " m.");
  if (!options.tool.empty()) recording.tool = read_tool_path(options.tool);
  if (recording.tool && (recording.tool->times.back() <= recording.grid.times.front() ||
                         recording.tool->times.front() >= recording.grid.times.back()))
    io::fail_at(options.tool, 0, "its times do not overlap with those of the cloth; use one clock for both");
  return recording;
}

Recording read_recording(const std::string& path, const RecordingOptions& options) {
  std::string file = path;
  if (fs::is_directory(path)) file = (fs::path(path) / kManifest).string();
  if (io::ending_of(file) != ".yaml") return make_recording(read_grid(file, options.grid), file, options);
  const Manifest manifest = read_manifest(file);
  const RecordingOptions all = merged(manifest.options, options);
  Recording recording = make_recording(read_grid(manifest.cloth, all.grid), manifest.cloth, all);
  return recording;
}

}  // namespace isocloth::fitting
