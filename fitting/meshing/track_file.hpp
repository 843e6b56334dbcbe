#pragma once

/// What is known of a recording of clouds, in a file beside them (track.yaml):
///
///   size: [0.297, 0.42]      # of the cloth: along the held side, down from it [m]
///   nodes: [9, 9]            # columns, rows of the grid to be tracked
///   half_spaces:             # what is kept: normal·x ≥ offset
///     - {normal: [0, 0, 1], offset: 0.75}
///   color: {rgb: [190, 60, 50], distance: 25}
///   outliers: {neighbours: 8, factor: 2.5, least_share: 0.2}
///   camera: {rotate_deg: [-90, 0, 0], translate: [0, 0, 1]}    # of the clouds' frame into one with z up
///   unit: m                  # or mm
///   fps: 30                  # where neither names nor a manifest tell the times
///
/// All of it may be left out.

#include <string>

#include "fitting/meshing/track_clouds.hpp"
#include "io/cloud/read_sequence.hpp"

namespace isocloth::fitting {

struct TrackFile {
  TrackOptions options{};
  io::SequenceOptions sequence{};
};

inline constexpr const char* kTrackFile = "track.yaml";

/// InputError "FILE:LINE: …" where it cannot be used.
TrackFile read_track_file(const std::string& path);

/// The file beside a recording of clouds (a folder, or a manifest in one); defaults where there is none.
TrackFile find_track_file(const std::string& recording);

}  // namespace isocloth::fitting
