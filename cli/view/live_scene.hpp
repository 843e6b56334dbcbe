#pragma once

/// A live run as a scene file that repeats it: the material as it is now, what the hand led as grasps and
/// obstacles with paths, grippers with the time they let go.

#include <string>

#include "view/live_story.hpp"

namespace isocloth::cli {

/// YAML that read_scene.hpp accepts from any folder, with the same cloth, for a duration that reaches the
/// present. InputError where the run began from a link.
std::string scene_text(const LiveStory& story);

}  // namespace isocloth::cli
