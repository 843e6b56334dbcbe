#pragma once

/// SCENE on the command line: a path, or the name of a scene that comes with the program.

#include <string>
#include <vector>

#include "io/scene/list_scenes.hpp"

namespace isocloth::cli {

/// Built-in scenes, sorted by name. They are in ../share/isocloth/scenes seen from an installed program, else
/// in the source folder that the program was built from.
std::vector<io::BuiltinScene> builtin_scenes();

/// Path of the scene file: `scene` itself where it is a file or looks like the path of one, else the built-in
/// scene of that name; InputError with the nearest name where there is none.
std::string find_scene(const std::string& scene);

}  // namespace isocloth::cli
