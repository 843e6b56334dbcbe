#pragma once

/// `isocloth export SCENE… OUT --live`: a page with the engine inside.

#include <string>
#include <vector>

#include "commands.hpp"

namespace isocloth::cli {

/// InputError where a scene cannot be run, or where this program came without the engine.
ExitStatus export_live(const std::vector<std::string>& scenes, const std::vector<std::string>& overrides,
                       const std::string& out);

}  // namespace isocloth::cli
