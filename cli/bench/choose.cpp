#include "cli/bench/choose.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/bench/catalog.hpp"
#include "cli/find_scene.hpp"
#include "io/file.hpp"
#include "io/scene/read_scene.hpp"
#include "io/scene/spelling.hpp"

namespace isocloth::cli::bench {
namespace {

bool is_builtin(const std::string& name) {
  const std::vector<io::BuiltinScene> scenes = builtin_scenes();
  return std::any_of(scenes.begin(), scenes.end(),
                     [&](const io::BuiltinScene& scene) { return scene.name == name; });
}

Chosen choose(const Entry& entry) {
  return {entry.name, entry.name, io::load_scene(find_scene(entry.scene), entry.overrides), entry.drop};
}

Chosen choose(const std::string& name) {
  std::vector<std::string> names;
  for (const Entry& entry : catalog()) {
    if (entry.name == name) return choose(entry);
    names.push_back(entry.name);
  }
  const std::filesystem::path path(name);
  std::error_code failed;
  if (path.has_parent_path() || std::filesystem::exists(path, failed) || is_builtin(name)) {
    io::Scene scene = io::load_scene(find_scene(name));
    const std::string short_name = scene.name;
    return {short_name, name, std::move(scene)};
  }
  const std::string hint = io::suggestion(name, names);
  io::fail_at(name, 0,
              "is neither a benchmark, a scene file nor a built-in scene" +
                  (hint.empty() ? "; choose among " + io::joined(names) : hint));
}

}  // namespace

std::vector<Chosen> choose_all(const std::vector<std::string>& names, bool quick) {
  std::vector<Chosen> chosen;
  for (const std::string& name : names) chosen.push_back(choose(name));
  if (!names.empty()) return chosen;
  for (const Entry& entry : catalog())
    if (!quick || entry.quick) chosen.push_back(choose(entry));
  return chosen;
}

}  // namespace isocloth::cli::bench
