#include <fmt/format.h>

#include <algorithm>

#include "commands.hpp"
#include "find_scene.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

ExitStatus list(bool json) {
  const std::vector<io::BuiltinScene> scenes = builtin_scenes();
  if (json) {
    Json entries = Json::array();
    for (const io::BuiltinScene& scene : scenes)
      entries.push_back({{"name", scene.name}, {"description", scene.description}, {"path", scene.path}});
    print(Json{{"scenes", std::move(entries)}});
    return kDone;
  }
  std::size_t width = 0;
  for (const io::BuiltinScene& scene : scenes) width = std::max(width, scene.name.size());
  for (const io::BuiltinScene& scene : scenes)
    print(fmt::format("{:<{}}  {}", scene.name, width, scene.description));
  return kDone;
}

}  // namespace

void add_scenes(CLI::App& app, Command& chosen) {
  const auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("scenes", "List the built-in scenes");
  command->add_flag("--json", *json, "One JSON object on stdout");
  command->footer("Example: isocloth scenes");
  command->callback([=, &chosen] { chosen = [=] { return list(*json); }; });
}

}  // namespace isocloth::cli
