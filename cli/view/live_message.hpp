#pragma once

/// What a live run sends to its viewers. Binary messages begin with a u32, their kind; numbers are
/// little-endian.
///
/// | kind | then |
/// |---|---|
/// | 0, first | a container (io/html/sections.hpp): the things, title, material, whether it is paused |
/// | 1, frame | u32 held nodes h, f32 × 6 (time [s], speed of the last second and of all [simulated / real],
/// | |          | metric error, area dispersion, iterations a step), x [m] 3n, speeds [m/s] n, tractions
/// [N/m²] n | |          | where there are obstacles, poses 7 each (x y z, quaternion x y z w), held nodes
/// u32 × h |
///
/// Text is JSON: {"kind": "status", …} after every change, {"kind": "error", "text": …} for a command
/// refused.

#include <string>

#include "view/live_run.hpp"

namespace isocloth::cli {

/// How the run keeps up and what its last steps achieved.
struct LiveFigures {
  double recent_speed = 1, total_speed = 1;  ///< simulated over real time, of the last second and of all [-]
  double metric_error = 0, area_dispersion = 0, iterations = 0;
};

std::string hello_message(const LiveRun& run, bool paused);
std::string frame_message(const LiveRun& run, const LiveFigures& figures);
std::string status_message(const LiveRun& run, bool paused);
std::string error_message(const std::string& sentence);

}  // namespace isocloth::cli
