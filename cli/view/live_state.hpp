#pragma once

/// A live run at one moment, as a link holds it: bit by bit, so that whoever opens the link goes on as it
/// went on here.
///
///   u32 check sum (CRC-32) of all that follows, u32 length of the text; the text, JSON: scene, settings,
///   hands that hold; the state of the session (saved_state.hpp)

#include <string>

#include "view/live_run.hpp"

namespace isocloth::cli {

std::string state_bytes(const LiveRun& run);

/// The run goes on from there. InputError, with the run as it was, where the bytes are cut, altered, or a
/// state of another scene.
void restore_state(const std::string& bytes, LiveRun& run);

}  // namespace isocloth::cli
