#pragma once

/// A recording of clouds from disk: a folder, a manifest, or one .npz with all frames.
///
/// A manifest is a table `time,file` (.csv; [s], paths relative to it) or the same as YAML or JSON,
/// `frames: [{time: 0.033, file: a.ply}, …]`. A folder is read by the manifest in it (manifest.csv, .yaml or
/// .json); without one its clouds are taken in the order of their names, at the times that the names hold
/// (seconds with a point, "cloud_0.033.ply"; or 13, 16 or 19 digits: ms, µs, ns), else at `fps`.

#include <string>

#include "io/cloud/cloud.hpp"

namespace isocloth::io {

struct SequenceOptions {
  double fps = 0;    ///< frames per second of a folder without times; 0: not known
  double scale = 1;  ///< metres per unit of the files
};

/// Frames out of order are sorted, frames with the time of another are left out; the remarks say so.
/// InputError where there is no frame, a file is missing, or a time cannot be read.
CloudSequence read_clouds(const std::string& path, const SequenceOptions& options = {});

}  // namespace isocloth::io
