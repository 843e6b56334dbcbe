#include "export_live.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "find_data.hpp"
#include "find_scene.hpp"
#include "io/file.hpp"
#include "io/html/play_page.hpp"
#include "io/scene/build_simulation.hpp"
#include "io/scene/read_scene.hpp"
#include "isocloth/core/require.hpp"
#include "output.hpp"

namespace isocloth::cli {
namespace {

io::PageEngine read_engine() {
  const std::filesystem::path folder = find_data("engine", ISOCLOTH_ENGINE_DIR);
  require(
      std::filesystem::exists(folder / "engine.wasm") && std::filesystem::exists(folder / "engine.js"),
      "this isocloth has no engine for pages; build it with `make playground`, or install the wheel, which "
      "has it");
  return {io::read_file((folder / "engine.js").string()), io::read_file((folder / "engine.wasm").string())};
}

/// What a built-in scene says of itself.
std::string title_of(const std::string& path) {
  for (const io::BuiltinScene& builtin : builtin_scenes())
    if (builtin.path == path) return builtin.description;
  return "";
}

}  // namespace

ExitStatus export_live(const std::vector<std::string>& scenes, const std::vector<std::string>& overrides,
                       const std::string& out) {
  const io::PageEngine engine = read_engine();
  std::vector<io::PlayScene> packed;
  for (const std::string& name : scenes) {
    const std::string path = find_scene(name);
    const io::Scene scene = io::load_scene(path, overrides);
    io::make_simulation(scene);  // refuses what the page could not run
    packed.push_back(
        io::packed_scene(scene.name, scene.text, std::filesystem::path(scene.path).parent_path().string()));
    packed.back().title = title_of(path);
  }
  const std::string page = io::play_page(packed, engine);
  io::write_file(out, page);
  print(one_line(fmt::format("{}: {} MB, simulates in any browser, offline", out,
                             short_number(static_cast<double>(page.size()) / 1e6))));
  return kDone;
}

}  // namespace isocloth::cli
