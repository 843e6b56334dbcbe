#pragma once

/// `isocloth view SCENE --live`: the engine in real time in this thread, the server in its own.
///
/// The engine never waits for a viewer: what viewers ask lies in a bounded queue that is emptied between
/// steps, what they see is handed to the server and forgotten. Where steps take longer than the time they
/// stand for, the run falls behind real time, and page and summary say so.

#include <string>

#include "io/scene/scene.hpp"

namespace isocloth::cli {

struct LiveOptions {
  io::Scene scene;
  std::string host = "127.0.0.1";
  int port = 0;
  bool open = true;  ///< opens the browser
};

/// Until Ctrl-C; then prints how much was simulated in how much time, and the engine's share of a core. False
/// where steps did not converge.
bool watch_live(const LiveOptions& options);

}  // namespace isocloth::cli
