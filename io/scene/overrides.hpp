#pragma once

/// The option --set: one value of a scene, named by its path of keys, is replaced before the scene is read.

#include <string>

#include "io/scene/tree.hpp"

namespace isocloth::io {

/// Applies `key.path=value` to the tree. A number in the path names an item of a list, a word names the item
/// whose `name` it is. Missing maps are made on the way: whether their keys are valid is for the reader to
/// say, and what an override put there carries "--set key.path=value" as its place.
void apply_override(Tree& scene, const std::string& override_text);

}  // namespace isocloth::io
