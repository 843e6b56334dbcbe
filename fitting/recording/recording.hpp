#pragma once

/// All that is known of one recorded motion: the cloth, its size, which nodes were held, and what moved them.

#include <array>
#include <optional>

#include "fitting/recording/grid_recording.hpp"
#include "fitting/recording/read_grid.hpp"
#include "fitting/recording/tool_path.hpp"

namespace isocloth::fitting {

struct Recording {
  std::string name;
  GridRecording grid;
  std::array<double, 2> size{};    ///< width and height of the cloth [m]
  std::vector<int> held{};         ///< nodes of the grid; the two ends of the last row where nothing is said
  std::optional<ToolPath> tool{};  ///< what carries the held nodes; without it they follow what was tracked
  std::optional<double>
      latency{};  ///< by which the camera is late against the tool's clock [s]; not given: estimated

  double duration() const { return grid.times.back() - grid.times.front(); }
  /// Remarks of the grid and of the tool.
  std::vector<std::string> remarks() const;
};

/// What a person says of a recording that is not in its files.
struct RecordingOptions {
  GridOptions grid{};
  std::string tool{};  ///< path of the tool's CSV; empty: none
  std::vector<int> held{};
  std::optional<double> latency{};  ///< [s]
};

/// From a CSV of a tracked grid, a folder with a manifest `recording.yaml`, or the manifest itself:
///
///   cloth: cloth.csv          # required: the tracked grid
///   grid: [9, 9]              # rows, columns; not given: square
///   size: [0.297, 0.42]       # width, height [m]; not given: as measured
///   tool: tcp.csv
///   latency: 0.33             # [s]
///   held: [72, 80]
///
/// `options` win over the manifest. InputError where it cannot be used.
Recording read_recording(const std::string& path, const RecordingOptions& options = {});

/// Completes and checks: size, held nodes and tool of a grid that was tracked, say from clouds.
Recording make_recording(GridRecording grid, const std::string& path, const RecordingOptions& options);

/// The name of the manifest in a folder.
inline constexpr const char* kManifest = "recording.yaml";

}  // namespace isocloth::fitting
