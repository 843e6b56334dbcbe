#pragma once

/// What a live run sends to its viewers. Binary messages begin with a u32, their kind; numbers are
/// little-endian.
///
///   0, first: a container (io/html/sections.hpp) with the things, title, material, whether it is paused; of
///   a run that is only watched no material 1, frame: u32 number h of held nodes; f32: time [s], speed of the
///   last second and of all [simulated / real], speed of the engine alone [simulated / working],
///             area dispersion [-], x [m] 3n, speeds [m/s] n, where there are obstacles tractions [N/m²] n,
///             poses 7 each (x y z, quaternion x y z w); u32: held nodes h
///
/// Text is JSON: {"kind": "status", …} after every change, {"kind": "error", "text": …} for a command
/// refused.

#include <string>

#include "isocloth/trajectory/trajectory.hpp"
#include "view/live_run.hpp"
#include "view/real_time.hpp"

namespace isocloth::cli {

std::string hello_message(const LiveRun& run, bool paused);

/// Of a run that somebody else computes.
std::string hello_message(const std::string& title, const TrajectoryInfo& info);
std::string frame_message(const TrajectoryInfo& info, const Frame& frame);

std::string frame_message(const LiveRun& run, const StepReport& last, const RealTime& clock);
std::string status_message(const LiveRun& run, bool paused);
std::string error_message(const std::string& sentence);

}  // namespace isocloth::cli
