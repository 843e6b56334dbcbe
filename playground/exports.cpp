/// The engine as the worker of a page calls it (viewer/src/live/engine_worker.js). Texts and bytes come in by
/// address and length; answers go out through `post`, in the same messages that a server sends
/// (cli/view/live_message.hpp).

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "io/file.hpp"
#include "io/scene/read_scene.hpp"
#include "isocloth/core/require.hpp"
#include "view/live_engine.hpp"
#include "view/live_message.hpp"
#include "view/live_scene.hpp"

// clang-format off
EM_JS(void, post_text, (const char* at, int size), { Module.post(UTF8ToString(at, size)); })
EM_JS(void, post_bytes, (const char* at, int size), { Module.post(HEAPU8.slice(at, at + size).buffer); })
EM_JS(void, post_file, (const char* name, const char* at, int size), {
  Module.post({file: UTF8ToString(name), bytes: HEAPU8.slice(at, at + size).buffer});
})
// clang-format on

namespace {

using namespace isocloth;

std::unique_ptr<cli::LiveEngine> engine;

void say(const std::string& text) { post_text(text.data(), static_cast<int>(text.size())); }
void send(const std::string& bytes) { post_bytes(bytes.data(), static_cast<int>(bytes.size())); }
void give(const std::string& name, const std::string& bytes) {
  post_file(name.c_str(), bytes.data(), static_cast<int>(bytes.size()));
}

/// Whether it could be done; where not, the page is told why.
template <class Body>
bool attempt(const Body& body) try {
  body();
  return true;
} catch (const std::exception& error) {
  say(cli::error_message(error.what()));
  return false;
}

}  // namespace

extern "C" {

/// {"name": …, "text": the scene as it is written out}
EMSCRIPTEN_KEEPALIVE bool isocloth_open(const char* at, int size) {
  return attempt([&] {
    const auto given = nlohmann::json::parse(std::string(at, static_cast<std::size_t>(size)));
    const std::string name = given.at("name");
    io::Scene scene = io::parse_scene(given.at("text"), "/" + name + ".yaml");
    scene.name = name;
    engine = std::make_unique<cli::LiveEngine>(
        scene, cli::LiveOutlet{.publish = [](const std::string& frame) { send(frame); }, .tell = say});
    send(engine->hello());
    engine->publish();
    engine->resume();
  });
}

EMSCRIPTEN_KEEPALIVE void isocloth_hear(const char* at, int size) {
  attempt([&] { engine->obey(cli::parse_command(std::string(at, static_cast<std::size_t>(size)))); });
}

/// Steps that are due, for `budget` [s] at most; returns how long there is nothing to do [s].
EMSCRIPTEN_KEEPALIVE double isocloth_advance(double budget) {
  using Clock = cli::RealTime::Clock;
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(budget));
  double rest = 0;
  while (rest == 0 && Clock::now() < end) rest = engine->advance();
  return rest;
}

/// "state", "run.ict" or "scene.yaml", posted as a file.
EMSCRIPTEN_KEEPALIVE void isocloth_save(const char* at, int size) {
  attempt([&] {
    const std::string name(at, static_cast<std::size_t>(size));
    if (name == "state") give(name, engine->save());
    if (name == "run.ict") give(name, engine->record().trajectory_file());
    if (name == "scene.yaml") give(name, cli::scene_text(engine->run().story()));
  });
}

EMSCRIPTEN_KEEPALIVE bool isocloth_restore(const char* at, int size) {
  return attempt([&] { engine->restore(std::string(at, static_cast<std::size_t>(size))); });
}

}  // extern "C"
