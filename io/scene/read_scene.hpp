#pragma once

/// Scene files, read strictly: every key is known, every number finite, in range and without unit, or the
/// reader says FILE:LINE, what is wrong and what would be right.
///
/// An override is the `key.path=value` of the option --set: `cloth.material.bending=1e-5`,
/// `gravity=[0,0,-1.62]`, `grasps.0.nodes=[3]`, or a grasp by its name, `grasps.left.until=3`. The value is
/// YAML.

#include <string>
#include <vector>

#include "io/scene/scene.hpp"

namespace isocloth::io {

/// Reads a scene file (YAML, or JSON as the subset it is). InputError "FILE:LINE: …", or "--set KEY=VALUE: …"
/// where an override is at fault.
Scene load_scene(const std::string& path, const std::vector<std::string>& overrides = {});

/// The same from text; `path` is the name used in errors, and its folder is where relative paths start.
Scene parse_scene(const std::string& text, const std::string& path,
                  const std::vector<std::string>& overrides = {});

}  // namespace isocloth::io
