#include "io/mesh/stl.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "io/file.hpp"
#include "io/mesh/bytes.hpp"
#include "io/mesh/text.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

constexpr std::size_t kHeaderSize = 84;    // 80 bytes of anything, then the count of triangles
constexpr std::size_t kTriangleSize = 50;  // normal and three corners as 12 floats, then 2 bytes of anything

using Corner = std::array<double, 3>;

/// Gathers triangles and gives equal corners one node, numbered as they first occur.
class Welder {
 public:
  explicit Welder(const std::string& path) : path_(path) {}

  /// `line` is 0 in a binary file.
  void add(const std::array<Corner, 3>& corners, int line) {
    Element element{kNoNode, kNoNode, kNoNode, kNoNode};
    for (int k = 0; k < 3; ++k) {
      element[k] = node_at(corners[k]);
      if (std::find(element.begin(), element.begin() + k, element[k]) != element.begin() + k)
        fail_at(path_, line,
                "triangle " + std::to_string(elements_.size()) +
                    " (counted from 0) has two equal corners; remove it or export with more digits");
    }
    elements_.push_back(element);
  }

  Mesh finish() {
    Mesh mesh;
    mesh.x.resize(static_cast<Eigen::Index>(node_of_.size()), 3);
    for (const auto& [corner, node] : node_of_) mesh.x.row(node) << corner[0], corner[1], corner[2];
    mesh.elements = std::move(elements_);
    return mesh;
  }

  int triangle_count() const { return static_cast<int>(elements_.size()); }

 private:
  int node_at(Corner corner) {
    for (double& c : corner) c += 0.0;  // −0 becomes 0
    return node_of_.try_emplace(corner, static_cast<int>(node_of_.size())).first->second;
  }

  const std::string& path_;
  std::map<Corner, int> node_of_;
  std::vector<Element> elements_;
};

Mesh parse_binary(std::string_view bytes, const std::string& path) {
  Welder welder(path);
  for (std::size_t at = kHeaderSize; at < bytes.size(); at += kTriangleSize) {
    std::array<Corner, 3> corners;
    for (std::size_t k = 0; k < 9; ++k) {
      const float value = read_bytes<float>(bytes.substr(at + 12 + 4 * k));
      if (!std::isfinite(value))
        fail_at(path, 0,
                "triangle " + std::to_string(welder.triangle_count()) +
                    " (counted from 0) has a coordinate that is not finite; correct it");
      corners[k / 3][k % 3] = static_cast<double>(value);
    }
    welder.add(corners, 0);
  }
  return welder.finish();
}

/// Compares words whatever the case of their letters.
bool same_word(std::string_view word, std::string_view lower) {
  return std::equal(word.begin(), word.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; });
}

/// What a text file says, keyword by keyword; the first word of a line tells.
class TextParser {
 public:
  explicit TextParser(const std::string& path) : path_(path), welder_(path) {}

  void take(const std::vector<std::string_view>& words, int line) {
    static constexpr std::array<std::string_view, 7> kFacet{"facet",  "outer",   "vertex",  "vertex",
                                                            "vertex", "endloop", "endfacet"};
    const bool between = place_ == 0;
    if (between && (same_word(words[0], "solid") || same_word(words[0], "endsolid"))) return;
    if (!same_word(words[0], kFacet[place_]))
      fail_at(path_, line,
              quoted(words[0]) + " stands where " + std::string(kFacet[place_]) +
                  " is expected; a triangle is facet, outer loop, three vertex lines, endloop, endfacet");
    if (place_ >= 2 && place_ <= 4) take_corner(words, line);
    if (place_ == 4) welder_.add(corners_, line);
    place_ = (place_ + 1) % kFacet.size();
  }

  Mesh finish(int line) {
    if (place_ != 0) fail_at(path_, line, "the file ends inside a triangle; export it again");
    return welder_.finish();
  }

 private:
  void take_corner(const std::vector<std::string_view>& words, int line) {
    if (words.size() != 4) fail_at(path_, line, "a vertex needs three coordinates; write vertex x y z");
    for (int c = 0; c < 3; ++c) corners_[place_ - 2][c] = parse_coordinate(words[c + 1], path_, line);
  }

  const std::string& path_;
  Welder welder_;
  std::array<Corner, 3> corners_{};
  std::size_t place_ = 0;  // in the sequence of keywords of a triangle
};

Mesh parse_text(std::string_view text, const std::string& path) {
  LineReader reader(text);
  TextParser parser(path);
  std::vector<std::string_view> words;
  while (const auto line = reader.next()) {
    split_words(*line, words);
    if (!words.empty()) parser.take(words, reader.line());
  }
  return parser.finish(reader.line());
}

}  // namespace

Mesh parse_stl(std::string_view bytes, const std::string& path) {
  const std::size_t count = bytes.size() >= kHeaderSize ? read_bytes<std::uint32_t>(bytes.substr(80)) : 0;
  const std::size_t size = kHeaderSize + kTriangleSize * count;
  if (bytes.size() == size) return parse_binary(bytes, path);

  std::vector<std::string_view> words;
  split_words(bytes.substr(0, bytes.find('\n')), words);
  const bool is_text =
      !words.empty() && same_word(words[0], "solid") && bytes.find('\0') == std::string_view::npos;
  if (is_text) return parse_text(bytes, path);
  if (bytes.size() < kHeaderSize)
    fail_at(path, 0, "is neither a text STL (which begins with solid) nor a binary one; export it again");
  fail_at(path, 0,
          "is a binary STL of " + std::to_string(count) + " triangles, which takes " + std::to_string(size) +
              " bytes, but it has " + std::to_string(bytes.size()) + "; export it again");
}

std::string format_stl(const Mesh& mesh) {
  const double largest = mesh.x.size() ? mesh.x.cwiseAbs().maxCoeff() : 0.0;
  require(largest <= 1e38,
          "a position of " + to_text(largest) + " m does not fit into STL; use .obj or .ply");
  std::string bytes = "isocloth mesh, metres, single precision";
  bytes.resize(80, ' ');
  std::vector<std::array<int, 3>> triangles;
  for (const Element& e : mesh.elements) {
    triangles.push_back({e[0], e[1], e[2]});
    if (corner_count(e) == 4) triangles.push_back({e[0], e[2], e[3]});
  }
  append_bytes(static_cast<std::uint32_t>(triangles.size()), bytes);
  for (const auto& triangle : triangles) {
    bytes.append(12, '\0');  // the normal; zero tells readers to compute it
    for (const int node : triangle)
      for (int c = 0; c < 3; ++c) append_bytes(static_cast<float>(mesh.x(node, c)), bytes);
    bytes.append(2, '\0');
  }
  return bytes;
}

}  // namespace isocloth::io
