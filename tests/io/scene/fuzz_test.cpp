#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <random>
#include <sstream>

#include "io/file.hpp"
#include "io/scene/build_obstacles.hpp"
#include "io/scene/list_scenes.hpp"
#include "scene_texts.hpp"

namespace isocloth::io::test {
namespace {

/// Damages a scene text in the ways people, editors and disks do.
class Mutator {
 public:
  explicit Mutator(unsigned seed) : rng_(seed) {}

  int below(std::size_t n) {
    return n == 0 ? 0 : std::uniform_int_distribution<int>(0, static_cast<int>(n) - 1)(rng_);
  }

  std::string mutate(std::string text) {
    switch (below(9)) {
      case 0:
        return change_lines(text);
      case 1:
        return misspell(std::move(text));
      case 2:
      case 3:
      case 4:
        return replace_word(std::move(text));
      case 5:
        return random_bytes(std::move(text));
      case 6:
        return text.substr(0, below(text.size() + 1));
      case 7:
        return reindent(text);
      default:
        return insert_syntax(std::move(text));
    }
  }

 private:
  static std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
  }

  static std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + '\n';
    return text;
  }

  std::string change_lines(const std::string& text) {
    std::vector<std::string> lines = lines_of(text);
    if (lines.empty()) return text;
    const int at = below(lines.size());
    const int kind = below(3);
    if (kind == 0) lines.erase(lines.begin() + at);
    if (kind == 1) lines.insert(lines.begin() + below(lines.size()), std::string(lines[at]));
    if (kind == 2) std::swap(lines[at], lines[below(lines.size())]);
    return joined(lines);
  }

  std::string reindent(const std::string& text) {
    std::vector<std::string> lines = lines_of(text);
    if (lines.empty()) return text;
    std::string& line = lines[below(lines.size())];
    line = below(2) == 0 ? (below(4) == 0 ? "\t" : " ") + line
                         : line.substr(std::min<std::size_t>(line.size(), 1));
    return joined(lines);
  }

  std::string misspell(std::string text) {
    if (text.size() < 3) return text;
    const int at = below(text.size() - 1);
    const int kind = below(3);
    if (kind == 0) text.erase(at, 1);
    if (kind == 1) std::swap(text[at], text[at + 1]);
    if (kind == 2) text.insert(at, 1, static_cast<char>('a' + below(26)));
    return text;
  }

  std::string replace_word(std::string text) {
    static const std::vector<std::string> kWords = {
        "NaN",    ".nan",    "1e400", "-1",      "0",      "[]",      "[1, 2, 3]", "{}",
        "{a: 1}", "word",    "3 mm",  "1e-400",  "-1e400", ".inf",    "1e9",       "99999999",
        "2.5",    "\"quote", "'",     "~",       "null",   "[[[[1]]", "1e6",       "4000000",
        "true",   "*x",      "&x 1",  "!!int 3", "- 1",    "0x1F",    "ring",      "sine",
        "csv",    "fixed",   "file",  "1",       "0.02",   "7",       "12",        "polyline"};
    const auto is_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_';
    };
    std::vector<std::size_t> starts;
    for (std::size_t i = 1; i < text.size(); ++i) {
      if (is_word(text[i]) && !is_word(text[i - 1])) starts.push_back(i);
    }
    if (starts.empty()) return text;
    const std::size_t at = starts[below(starts.size())];
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    return text.replace(at, end - at, kWords[below(kWords.size())]);
  }

  std::string random_bytes(std::string text) {
    for (int i = 0, n = 1 + below(4); i < n && !text.empty(); ++i)
      text[below(text.size())] = static_cast<char>(below(256));
    return text;
  }

  std::string insert_syntax(std::string text) {
    static const std::string kSigns = "[]{}:,-?#&*!|>'\"%@`\n\t ";
    text.insert(below(text.size() + 1), 1 + below(3), kSigns[below(kSigns.size())]);
    return text;
  }

  std::mt19937 rng_;
};

/// What the rest of the program relies on once a scene has been accepted.
void expect_usable(const Scene& scene, const std::string& text) {
  EXPECT_TRUE(scene.gravity.allFinite()) << text;
  EXPECT_TRUE(scene.time.step > 0 && scene.time.duration >= scene.time.step) << text;
  EXPECT_NEAR(std::remainder(scene.time.frame / scene.time.step, 1.0), 0,
              1e-9 * scene.time.frame / scene.time.step)
      << text;
  EXPECT_TRUE(scene.cloths[0].material.density > 0 && std::isfinite(scene.cloths[0].material.density))
      << text;
  for (const ObstacleSpec& obstacle : scene.obstacles) {
    EXPECT_TRUE(obstacle.pose.translate.allFinite() && obstacle.friction >= 0) << text;
    if (!std::holds_alternative<FileSpec>(obstacle.shape)) {
      Scene alone;
      alone.obstacles = {obstacle};
      EXPECT_NO_THROW(make_obstacles(alone)) << text;
    }
  }
  for (const GraspSpec& grasp : scene.grasps)
    EXPECT_EQ(!grasp.nodes.empty() + !grasp.parts.empty() + grasp.at.has_value(), 1) << text;
}

TEST(Fuzz, EveryTextGivesASceneOrOneLineThatBeginsWithTheFile) {
  std::vector<std::string> texts;
  for (const BuiltinScene& scene : list_scenes(std::string(ISOCLOTH_SOURCE_DIR) + "/scenes")) {
    texts.push_back(read_file(scene.path));
  }
  for (int copies = 0; copies < 4; ++copies) {  // enough of them for every key to be hit
    texts.push_back(
        kScene +
        "obstacles:\n"
        "  - {name: floor, plane: {point: [0, 0, -1], normal: [0, 0, 1]}, friction: 0.4}\n"
        "  - {name: body, mesh: {file: body.obj}, pose: {translate: [0, 0, 1], rotate_deg: [0, 90, 0]}}\n"
        "  - {box: {size: [0.2, 0.2, 0.3], rounding: 0.01}, pose: {quaternion: [1, 0, 0, 0]}}\n"
        "  - {torus: {radius: 0.2, tube_radius: 0.05}, motion: {sine: {direction: [0, 1, 0], amplitude: "
        "0.4,\n"
        "     frequency: 0.5}}}\n"
        "  - {capsule: {radius: 0.1, length: 0.2}, motion: {keyframes: {times: [0, 1],\n"
        "     poses: [{translate: [0, 0, 1]}, {rotate_deg: [0, 0, 90]}]}}}\n");
  }
  Mutator mutator(1);
  constexpr int kTexts = 12'000;
  int scenes = 0;
  int errors = 0;
  for (int i = 0; i < kTexts; ++i) {
    std::string text = texts[static_cast<std::size_t>(i) % texts.size()];
    for (int n = 1 + mutator.below(3); n > 0; --n) text = mutator.mutate(std::move(text));
    try {
      const Scene scene = parse_scene(text, "a.yaml");
      ++scenes;
      expect_usable(scene, text);
      EXPECT_EQ(parse_scene(scene.text, "a.yaml"), scene) << text << "\n→\n" << scene.text;
    } catch (const InputError& error) {
      ++errors;
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with("a.yaml:")) << message;
      EXPECT_TRUE(std::none_of(message.begin(), message.end(), [](unsigned char c) { return c < ' '; }))
          << message;
      EXPECT_GT(message.size(), 25u) << message;
    }
    if (HasFailure()) FAIL() << "text " << i << " of " << kTexts;
  }
  std::printf("%d mutated scenes: %d read, %d refused with a sentence\n", kTexts, scenes, errors);
  EXPECT_GT(scenes, kTexts / 20) << "some damage is harmless";
  EXPECT_GT(errors, kTexts / 2) << "most is not";
}

}  // namespace
}  // namespace isocloth::io::test
