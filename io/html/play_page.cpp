#include "io/html/play_page.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/file.hpp"
#include "io/html/deflate.hpp"
#include "io/html/page.hpp"
#include "io/scene/tree.hpp"
#include "io/trajectory/bytes.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

using Json = nlohmann::ordered_json;

/// JSON that can stand inside a <script> element: nothing in it closes the element or opens another.
std::string for_script(const Json& json) {
  std::string out;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

/// Files get names of the page's own.
void pack_files(Tree& tree, const std::filesystem::path& folder, PlayScene& scene) {
  if (tree.key == "file" && tree.kind == Tree::Kind::scalar) {
    const std::string path = (folder / tree.text).string();
    const std::string name = fmt::format("/{}{}", scene.files.size(), ending_of(path));
    scene.files.emplace_back(name, read_file(path));
    tree.text = name;
  }
  for (Tree& item : tree.items) pack_files(item, folder, scene);
}

}  // namespace

PlayScene packed_scene(const std::string& name, const std::string& text, const std::string& folder) {
  PlayScene scene{.name = name, .text = {}};
  Tree tree = parse_tree(text, name);
  pack_files(tree, folder, scene);
  scene.text = write_tree(tree);
  return scene;
}

std::string play_page(const std::vector<PlayScene>& scenes, const PageEngine& engine) {
  require(!scenes.empty(), "a page that simulates needs a scene");
  Json list = Json::array();
  for (const PlayScene& scene : scenes) {
    Json files = Json::array();
    for (const auto& [name, bytes] : scene.files) files.push_back({name, to_base64(bytes)});
    list.push_back({{"name", scene.name}, {"title", scene.title}, {"text", scene.text}, {"files", files}});
  }
  const Json page{{"script", engine.script}, {"wasm", to_base64(deflated(engine.wasm, 9))}, {"scenes", list}};
  return html_page(scenes.size() == 1 ? scenes.front().name : "playground",
                   {.scripts = " 'wasm-unsafe-eval' blob:", .workers = "blob:"},
                   fmt::format("<script>{}</script>\n"
                               "<script>isoclothPlay(document.getElementById(\"isocloth\"), {})</script>",
                               replay_bundle(), for_script(page)));
}

}  // namespace isocloth::io
