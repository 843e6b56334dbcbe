#pragma once

/// `isocloth view SCENE --live`: the engine in real time in this thread, the server in its own.
///
/// The engine never waits for a viewer: what viewers ask lies in a bounded queue that is emptied between
/// steps, what they see is handed to the server and forgotten. Where steps take longer than the time they
/// stand for, the run falls behind real time, and page and summary say so.

#include "io/scene/scene.hpp"
#include "view/server.hpp"

namespace isocloth::cli {

/// Until Ctrl-C; then prints how much was simulated in how much time, and the engine's share of a core. False
/// where steps did not converge. `open`: shows the page in the browser.
bool watch_live(const io::Scene& scene, const ServerOptions& options, bool open);

}  // namespace isocloth::cli
