#include "io/mesh/ply_header.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "io/file.hpp"
#include "io/mesh/text.hpp"

namespace isocloth::io {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::array<std::pair<std::string_view, PlyType>, 16> kTypeNames{{
    {"char", PlyType::int8},
    {"int8", PlyType::int8},
    {"uchar", PlyType::uint8},
    {"uint8", PlyType::uint8},
    {"short", PlyType::int16},
    {"int16", PlyType::int16},
    {"ushort", PlyType::uint16},
    {"uint16", PlyType::uint16},
    {"int", PlyType::int32},
    {"int32", PlyType::int32},
    {"uint", PlyType::uint32},
    {"uint32", PlyType::uint32},
    {"float", PlyType::float32},
    {"float32", PlyType::float32},
    {"double", PlyType::float64},
    {"float64", PlyType::float64},
}};

class HeaderParser {
 public:
  HeaderParser(const std::string& path, PlyHeader& header) : path_(path), header_(header) {}

  void take(const Words& words, int line) {
    line_ = line;
    if (words[0] == "comment" || words[0] == "obj_info") return;
    if (words[0] == "format") return take_format(words);
    if (words[0] == "element") return take_element(words);
    if (words[0] == "property") return take_property(words);
    fail("unknown keyword " + quoted(words[0]) +
         " in the header; expected format, element, property or end_header");
  }

  void finish(int line) {
    line_ = line;
    if (!has_format_) fail("the header has no format line; add \"format ascii 1.0\" or a binary one");
    for (const PlyElement& element : header_.elements)
      if (element.properties.empty() && element.count > 0)
        fail_at(path_, element.line,
                "element " + io::quoted(element.name) + " has no property; describe it or remove it");
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { fail_at(path_, line_, message); }

  void take_format(const Words& words) {
    const std::string_view name = words.size() > 1 ? words[1] : "";
    if (name == "ascii")
      header_.format = PlyFormat::text;
    else if (name == "binary_little_endian")
      header_.format = PlyFormat::little_endian;
    else if (name == "binary_big_endian")
      header_.format = PlyFormat::big_endian;
    else
      fail(quoted(name) + " is not a PLY format; expected ascii, binary_little_endian or binary_big_endian");
    if (words.size() != 3 || words[2] != "1.0")
      fail("only version 1.0 of PLY is known; write it after the format");
    has_format_ = true;
  }

  void take_element(const Words& words) {
    if (words.size() != 3) fail("an element has a name and a count; write element NAME COUNT");
    PlyElement element;
    element.name = words[1];
    element.line = line_;
    const char* end = words[2].data() + words[2].size();
    const auto [stop, error] = std::from_chars(words[2].data(), end, element.count);
    if (stop != end || error != std::errc() || element.count < 0)
      fail(quoted(words[2]) + " is not a count of elements; write a whole number >= 0");
    for (const PlyElement& other : header_.elements)
      if (other.name == element.name) fail("element " + quoted(words[1]) + " is described twice; remove one");
    header_.elements.push_back(std::move(element));
  }

  void take_property(const Words& words) {
    if (header_.elements.empty()) fail("a property comes before any element; move it below its element");
    const bool is_list = words.size() > 1 && words[1] == "list";
    if (words.size() != (is_list ? 5U : 3U))
      fail("a property is \"property TYPE NAME\" or \"property list TYPE TYPE NAME\"; correct the line");
    PlyProperty property;
    property.name = words.back();
    property.type = type_of(words[words.size() - 2]);
    if (is_list) property.count_type = type_of(words[2]);
    if (property.count_type == PlyType::float32 || property.count_type == PlyType::float64)
      fail("the length of a list cannot be of type " + quoted(words[2]) + "; use an integer type");
    for (const PlyProperty& other : header_.elements.back().properties)
      if (other.name == property.name)
        fail("property " + io::quoted(property.name) + " is described twice; remove one");
    header_.elements.back().properties.push_back(std::move(property));
  }

  PlyType type_of(std::string_view name) const {
    for (const auto& [known, type] : kTypeNames)
      if (known == name) return type;
    fail(quoted(name) + " is not a PLY type; use one such as float, double, int or uchar");
  }

  const std::string& path_;
  PlyHeader& header_;
  int line_ = 0;
  bool has_format_ = false;
};

}  // namespace

std::size_t size_of(PlyType type) {
  constexpr std::array<std::size_t, 8> kSizes{1, 1, 2, 2, 4, 4, 4, 8};
  return kSizes[static_cast<std::size_t>(type)];
}

PlyHeader parse_ply_header(std::string_view bytes, const std::string& path) {
  LineReader reader(bytes);
  Words words;
  split_words(reader.next().value_or(""), words);
  if (words.size() != 1 || words[0] != "ply")
    fail_at(path, 1, "is not a PLY file; its first line must be ply");

  PlyHeader header;
  HeaderParser parser(path, header);
  while (const auto line = reader.next()) {
    split_words(*line, words);
    if (words.empty()) continue;
    if (words[0] != "end_header") {
      parser.take(words, reader.line());
      continue;
    }
    parser.finish(reader.line());
    header.last_line = reader.line();
    header.data = reader.rest();
    return header;
  }
  fail_at(path, reader.line(), "the file ends inside the header; end the header with end_header");
}

}  // namespace isocloth::io
