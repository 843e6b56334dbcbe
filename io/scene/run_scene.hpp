#pragma once

/// A scene run to its end.
///
///   steps  = duration / step, rounded up        frames at t = 0, frame, 2 frame, … up to the end

#include "io/scene/scene.hpp"
#include "isocloth/session/session.hpp"

namespace isocloth::io {

/// Steps that reach the duration; 1 + this / frame_steps(time) frames are made.
std::int64_t step_count(const TimeSpec& time);
std::int64_t frame_steps(const TimeSpec& time);

/// Runs a session of the scene, from where it stands, for the scene's duration, with the scene's frames.
RunReport run_scene(const Scene& scene, Session& session, RunOptions options = {});

}  // namespace isocloth::io
