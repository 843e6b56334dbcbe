#include "find_scene.hpp"

#include <filesystem>

#include "find_data.hpp"
#include "io/file.hpp"
#include "io/scene/spelling.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli {
namespace fs = std::filesystem;
namespace {

fs::path scenes_folder() { return find_data("scenes", ISOCLOTH_SCENES_DIR); }

}  // namespace

std::vector<io::BuiltinScene> builtin_scenes() { return io::list_scenes(scenes_folder().string()); }

std::string find_scene(const std::string& scene) {
  require(!scene.empty(), "SCENE is empty; name a scene file, or a built-in scene (see isocloth scenes)");
  const fs::path path(scene);
  std::error_code failed;
  const bool exists = fs::exists(path, failed) && !fs::is_directory(path, failed);
  if (exists || path.has_parent_path()) return scene;

  std::vector<std::string> names;
  for (const io::BuiltinScene& builtin : builtin_scenes()) {
    if (builtin.name == scene) return builtin.path;
    names.push_back(builtin.name);
    if (builtin.name + ".yaml" == scene)
      io::fail_at(scene, 0, "is not in this folder; for the built-in scene say \"" + builtin.name + "\"");
  }
  const std::string hint = io::suggestion(scene, names);
  io::fail_at(scene, 0,
              "is neither a file nor a built-in scene" +
                  (hint.empty() ? "; check the path, or choose one of " + io::joined(names) : hint));
}

}  // namespace isocloth::cli
