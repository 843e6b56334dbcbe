#include "fitting/fit/open_recording.hpp"

#include <filesystem>

#include "fitting/meshing/track_file.hpp"
#include "fitting/recording/number_table.hpp"
#include "io/file.hpp"

namespace isocloth::fitting {
namespace {

namespace fs = std::filesystem;

/// A table `time,file` names clouds; one of numbers holds nodes.
bool names_clouds(const std::string& path) {
  const std::string ending = io::ending_of(path);
  if (ending == ".npz" || ending == ".json") return true;
  const std::string text = ending == ".csv" || ending == ".yaml" ? io::read_text_file(path) : "";
  return ending == ".csv" ? text.starts_with("time,file") : text.starts_with("frames:");
}

bool holds_clouds(const std::string& path) {
  if (fs::is_directory(path)) return !fs::exists(fs::path(path) / kManifest);
  return fs::exists(path) && names_clouds(path);
}

}  // namespace

Recording open_recording(const std::string& path, const RecordingOptions& options,
                         const std::function<void(int frame, int frames)>& watch) {
  if (!holds_clouds(path)) return read_recording(path, options);
  TrackFile file = find_track_file(path);
  if (options.grid.size) file.options.size = *options.grid.size;
  if (options.grid.columns)
    file.options.nodes = {*options.grid.columns, options.grid.rows.value_or(*options.grid.columns)};
  const io::CloudSequence clouds = io::read_clouds(path, file.sequence);
  const int frames = static_cast<int>(clouds.times.size());
  GridRecording grid = track_clouds(clouds, file.options, [&](const TrackedFrame& frame) {
    if (watch) watch(frame.frame + 1, frames);
    return true;
  });
  RecordingOptions all = options;
  all.grid.size = file.options.size;
  const fs::path tool = (fs::is_directory(path) ? fs::path(path) : fs::path(path).parent_path()) / "tool.csv";
  if (all.tool.empty() && fs::exists(tool)) all.tool = tool.string();
  return make_recording(std::move(grid), fs::path(path).lexically_normal().string(), all);
}

}  // namespace isocloth::fitting
