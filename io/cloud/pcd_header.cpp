#include "io/cloud/format_parts.hpp"

#include "io/file.hpp"
#include "io/mesh/text.hpp"

namespace isocloth::io {
namespace {

using Words = std::vector<std::string_view>;

class PcdHeaderParser {
 public:
  explicit PcdHeaderParser(const std::string& path) : path_(path) {}

  /// Takes a line; true where it was the last of the header.
  bool take(const Words& words, int line) {
    line_ = line;
    if (words[0] == "FIELDS") {
      header_.fields.resize(words.size() - 1);
      for (std::size_t k = 1; k < words.size(); ++k) header_.fields[k - 1].name = words[k];
    } else if (words[0] == "SIZE") {
      for_each_field(words, [&](PcdField& field, std::string_view word) { field.bytes = whole(word, 1, 8); });
    } else if (words[0] == "COUNT") {
      for_each_field(words,
                     [&](PcdField& field, std::string_view word) { field.count = whole(word, 1, 4096); });
    } else if (words[0] == "TYPE") {
      for_each_field(words, [&](PcdField& field, std::string_view word) { field.type = word[0]; });
    } else if (words[0] == "POINTS") {
      header_.points = static_cast<std::size_t>(whole(one(words), 0, 1 << 30));
    } else if (words[0] == "DATA") {
      header_.data = data_of(one(words));
      return true;
    } else if (words[0] != "VERSION" && words[0] != "WIDTH" && words[0] != "HEIGHT" &&
               words[0] != "VIEWPOINT") {
      fail(io::quoted(words[0]) + " is no keyword of a PCD header; is this a PCD file?");
    }
    return false;
  }

  PcdHeader finish(std::string_view rest) {
    header_.last_line = line_;
    header_.rest = rest;
    for (PcdField& field : header_.fields) {
      if ((field.type == 'F' && field.bytes < 4) || (field.bytes & (field.bytes - 1)) != 0 ||
          (field.type != 'F' && field.type != 'I' && field.type != 'U'))
        fail("field " + io::quoted(field.name) + " has an unknown type; use F with 4 or 8 bytes, or I or U");
      field.at = header_.point_bytes;
      header_.point_bytes += static_cast<std::size_t>(field.bytes) * field.count;
    }
    if (header_.fields.empty()) fail("the header names no FIELDS; add FIELDS x y z");
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const { fail_at(path_, line_, message); }

  std::string_view one(const Words& words) const {
    if (words.size() != 2) fail(std::string(words[0]) + " takes one value; correct the line");
    return words[1];
  }
  int whole(std::string_view word, int low, int high) const {
    const auto value = parse_int(word);
    if (!value || *value < low || *value > high)
      fail(io::quoted(word) + " is not a whole number from " + std::to_string(low) + " to " +
           std::to_string(high) + "; correct it");
    return *value;
  }
  template <class Take>
  void for_each_field(const Words& words, const Take& take) {
    if (words.size() != header_.fields.size() + 1)
      fail(std::string(words[0]) + " must have one value for each of FIELDS, which come before it");
    for (std::size_t k = 1; k < words.size(); ++k) take(header_.fields[k - 1], words[k]);
  }
  PcdData data_of(std::string_view word) const {
    if (word == "ascii") return PcdData::ascii;
    if (word == "binary") return PcdData::binary;
    if (word == "binary_compressed") return PcdData::binary_compressed;
    fail("DATA " + io::quoted(word) + " is not known; write ascii, binary or binary_compressed");
  }

  const std::string& path_;
  PcdHeader header_;
  int line_ = 0;
};

}  // namespace

PcdHeader parse_pcd_header(std::string_view bytes, const std::string& path) {
  LineReader lines(bytes);
  Words words;
  PcdHeaderParser parser(path);
  while (const auto line = lines.next()) {
    split_words(*line, words);
    if (words.empty() || words[0].starts_with('#')) continue;
    if (parser.take(words, lines.line())) return parser.finish(lines.rest());
  }
  fail_at(path, lines.line(), "ends inside the header of a PCD file; export it again");
}

}  // namespace isocloth::io
