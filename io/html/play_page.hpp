#pragma once

/// A page that simulates by itself: the live page with the engine inside (playground), one file that works
/// offline.
///
/// The engine is a script and WebAssembly, which runs in a worker; scenes are in the page as they are written
/// out. The page's policy lets it start that worker and forbids it the network.

#include <string>
#include <utility>
#include <vector>

namespace isocloth::io {

/// What Emscripten made of the library.
struct PageEngine {
  std::string script;
  std::string wasm;  ///< bytes
};

struct PlayScene {
  std::string name;
  std::string title{};                                       ///< what it shows, one line
  std::string text;                                          ///< as write_tree writes it
  std::vector<std::pair<std::string, std::string>> files{};  ///< that the text names: path and bytes
};

/// Begins with the first scene; InputError where there is none.
std::string play_page(const std::vector<PlayScene>& scenes, const PageEngine& engine);

/// The text of a scene, with the files that it names beside it under names of the page's own.
PlayScene packed_scene(const std::string& name, const std::string& text, const std::string& folder);

}  // namespace isocloth::io
