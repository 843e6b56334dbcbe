#pragma once

/// Point clouds to the nodes of the cloth in them, frame after frame.
///
/// Each cloud is cleaned (cleaning/), the sheet of the last frame is moved on and laid through what is left
/// (sheet_fit.hpp), and the nodes are read off it. The first frame, and any after the cloth was lost, starts
/// from a parametrisation of the cloud itself (first_sheet.hpp).

#include <array>
#include <functional>
#include <optional>

#include "fitting/cleaning/clean_cloud.hpp"
#include "fitting/meshing/sheet_fit.hpp"
#include "fitting/recording/grid_recording.hpp"
#include "isocloth/mesh/pose.hpp"

namespace isocloth::fitting {

struct TrackOptions {
  std::array<double, 2> size{0.297, 0.42};  ///< of the cloth at rest: along the held side, down from it [m]
  std::array<int, 2> nodes{9, 9};           ///< columns, rows of the grid
  Pose camera{};                            ///< from the frame of the clouds to one with z up
  CleaningOptions cleaning{};
  SheetFitOptions sheet{};
  double cell = 0.015;       ///< largest cell of the sheet that is laid through the cloud [m]
  double longest_gap = 0.1;  ///< between frames, beyond which a remark is made [s]

  /// The first thing wrong with these options, or nothing.
  std::optional<std::string> problem() const;
};

/// What is known of one frame, for whoever wants to look.
struct TrackedFrame {
  int frame = 0;
  const io::Cloud& cloud;  ///< in the world's frame
  const CleanedCloud& cleaned;
  const SheetFitReport& fit;
  const Points* nodes = nullptr;  ///< of the grid [m]; null where the cloth was not found
  double margin = 0;              ///< that the camera loses at edges [m]
};

/// Called after each frame; false ends the tracking there.
using TrackWatcher = std::function<bool(const TrackedFrame&)>;

/// Frames without the cloth in view are left out, nodes that were not seen are NaN; the remarks say so.
/// InputError where no frame shows the cloth, or it has another size.
GridRecording track_clouds(const io::CloudSequence& clouds, const TrackOptions& options,
                           const TrackWatcher& watch = {});

}  // namespace isocloth::fitting
