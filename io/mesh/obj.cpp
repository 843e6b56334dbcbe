#include "io/mesh/obj.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "io/file.hpp"
#include "io/mesh/text.hpp"
#include "isocloth/mesh/pieces.hpp"

namespace isocloth::io {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::array<std::string_view, 8> kLeftAside{"s", "usemtl", "mtllib", "vt", "vn", "vp", "l", "p"};

constexpr std::size_t kMostUnknown = 5;  // keywords that a remark names

/// One line of the file, those that it continues into appended. The number is that of its first line.
struct ObjLine {
  std::string text;
  int number = 0;
};

bool next_line(LineReader& reader, ObjLine& line) {
  line.text.clear();
  line.number = reader.line() + 1;
  while (const auto part = reader.next()) {
    line.text += part->substr(0, part->find('#'));
    const bool goes_on = part->find('#') == std::string_view::npos && !part->empty() && part->back() == '\\';
    if (!goes_on) return true;
    line.text.back() = ' ';
  }
  return !line.text.empty();
}

class ObjParser {
 public:
  explicit ObjParser(const std::string& path) : path_(path) {}

  void take(const Words& words, int line) {
    if (words[0] == "v") return take_node(words, line);
    if (words[0] == "f") return take_element(words, line);
    if (words[0] == "g") return name_groups({words.begin() + 1, words.end()}, groups_);
    if (words[0] == "o") return name_groups({words.begin() + 1, words.end()}, object_);
    if (std::find(kLeftAside.begin(), kLeftAside.end(), words[0]) != kLeftAside.end()) return;
    if (unknown_.size() < kMostUnknown) unknown_.insert(quoted(words[0]));
    if (unknown_lines_++ == 0) first_unknown_ = line;
  }

  Mesh finish(Remarks* remarks) {
    const int count = static_cast<int>(coordinates_.size() / 3);
    tell_unknown(count, remarks);
    for (std::size_t e = 0; e < elements_.size(); ++e)
      for (const int node : elements_[e])
        if (node >= count)
          fail_at(path_, lines_[e],
                  "the face names node " + std::to_string(node + 1LL) + ", but the file has " +
                      std::to_string(count) + " (OBJ counts from 1); correct the index");
    Mesh mesh;
    mesh.x = Eigen::Map<const Points>(coordinates_.data(), count, 3);
    mesh.elements = std::move(elements_);
    mesh.parts = parts();
    return mesh;
  }

 private:
  /// "g sleeve left": what follows is in both groups; "default" is no name.
  static void name_groups(const Words& names, std::set<std::string>& now) {
    now.clear();
    for (const std::string_view name : names)
      if (name != "default") now.emplace(name);
  }

  std::vector<MeshPart> parts() const {
    std::vector<MeshPart> parts;
    for (const auto& [name, nodes] : part_nodes_) parts.push_back({name, {nodes.begin(), nodes.end()}});
    return parts;
  }

  void tell_unknown(int node_count, Remarks* remarks) const {
    if (unknown_lines_ == 0) return;
    std::string keywords;
    for (const std::string& keyword : unknown_) keywords += (keywords.empty() ? "" : ", ") + keyword;
    if (node_count == 0)
      fail_at(path_, first_unknown_,
              "unknown keyword " + keywords + "; an OBJ mesh has lines that begin with v and f");
    if (remarks)
      remarks->push_back(path_ + ":" + std::to_string(first_unknown_) +
                         ": lines that begin with unknown words (" + keywords + ") are left aside, " +
                         std::to_string(unknown_lines_) + " in all, the first here");
  }

  void take_node(const Words& words, int line) {
    if (words.size() < 4) fail_at(path_, line, "a node needs three coordinates; write v x y z");
    for (int c = 1; c <= 3; ++c) coordinates_.push_back(parse_coordinate(words[c], path_, line));
  }

  void take_element(const Words& words, int line) {
    const std::size_t corners = words.size() - 1;
    if (corners < 3) fail_at(path_, line, "a face needs at least three nodes; write f i j k");
    if (corners > 4)
      fail_at(path_, line,
              "the face has " + std::to_string(corners) +
                  " corners, but elements are triangles and quads; triangulate the mesh before export");
    Element element{kNoNode, kNoNode, kNoNode, kNoNode};
    for (std::size_t k = 0; k < corners; ++k) element[k] = node_index(words[k + 1], line);
    elements_.push_back(element);
    lines_.push_back(line);
    for (const std::set<std::string>* names : {&groups_, &object_})
      for (const std::string& name : *names)
        part_nodes_[name].insert(element.begin(), element.begin() + corner_count(element));
  }

  /// Node of "i", "i/t", "i//n" or "i/t/n", from 0. Too large a number is found out in finish(), when all are
  /// known.
  int node_index(std::string_view word, int line) const {
    const std::size_t slash = word.find('/');
    const auto index = parse_int(word.substr(0, slash));
    if (!index || (slash != std::string_view::npos && !is_index_tail(word.substr(slash + 1))))
      fail_at(path_, line, quoted(word) + " is not a node of a face; write i, i/t, i//n or i/t/n");
    if (*index == 0) fail_at(path_, line, "the face names node 0, but OBJ counts from 1; correct the index");
    if (*index > 0) return *index - 1;
    const int count = static_cast<int>(coordinates_.size() / 3);
    if (*index < -count)
      fail_at(path_, line,
              "the face names node " + std::to_string(*index) + " counted back from here, but only " +
                  std::to_string(count) + " come before it; correct the index");
    return count + *index;
  }

  /// "t", "t/n" or "/n".
  static bool is_index_tail(std::string_view tail) {
    const std::size_t slash = tail.find('/');
    if (slash == std::string_view::npos) return tail.empty() || parse_int(tail).has_value();
    return (slash == 0 || parse_int(tail.substr(0, slash))) && parse_int(tail.substr(slash + 1));
  }

  const std::string& path_;
  std::vector<double> coordinates_;
  std::vector<Element> elements_;
  std::vector<int> lines_;                 // of each element
  std::set<std::string> groups_, object_;  // that elements are in now
  std::map<std::string, std::set<int>> part_nodes_;
  std::set<std::string> unknown_;  // keywords, a few of them
  int unknown_lines_ = 0, first_unknown_ = 0;
};

}  // namespace

Mesh parse_obj(std::string_view text, const std::string& path, Remarks* remarks) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // byte order mark of some editors
  LineReader reader(text);
  ObjParser parser(path);
  ObjLine line;
  Words words;
  while (next_line(reader, line)) {
    split_words(line.text, words);
    if (!words.empty()) parser.take(words, line.number);
  }
  return parser.finish(remarks);
}

std::string format_obj(const Mesh& mesh) {
  std::string text = "# isocloth mesh, metres\n";
  for (int i = 0; i < mesh.node_count(); ++i) {
    text += 'v';
    for (int c = 0; c < 3; ++c) append_number(mesh.x(i, c), text += ' ');
    text += '\n';
  }
  for (const MeshPiece& piece : pieces_of(mesh)) {
    if (mesh.pieces.size() > 1) text += "o " + piece.name + '\n';
    for (int e = piece.first_element; e < piece.first_element + piece.element_count; ++e) {
      const Element& element = mesh.elements[static_cast<std::size_t>(e)];
      text += 'f';
      for (int k = 0; k < corner_count(element); ++k) text += ' ' + std::to_string(element[k] + 1LL);
      text += '\n';
    }
  }
  return text;
}

}  // namespace isocloth::io
