#include "io/scene/tree.hpp"

#include "io/file.hpp"

namespace isocloth::io {
namespace {

constexpr std::size_t kShownBytes = 60;  // of a value in an error

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }

std::string one_line(std::string text) {
  for (char& c : text) {
    if (is_control(c)) c = ' ';
  }
  return text;
}

/// Whether the byte at `i` begins a character of UTF-8 (or is the end).
bool begins_character(std::string_view text, std::size_t i) {
  return i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80;
}

}  // namespace

void fail(const Place& place, const std::string& message) {
  fail_at(one_line(*place.source), place.line, one_line(message));
}

std::string describe(const Place& place) {
  std::string text = one_line(*place.source);
  if (place.line > 0) (text += ':') += std::to_string(place.line);
  return text;
}

std::string quote(std::string_view text) {
  std::size_t length = text.size();
  if (length > kShownBytes) {
    length = kShownBytes;
    while (!begins_character(text, length)) --length;
  }
  return '"' + one_line(std::string(text.substr(0, length))) + (length < text.size() ? "…\"" : "\"");
}

std::string describe(const Tree& tree) {
  switch (tree.kind) {
    case Tree::Kind::scalar:
      return quote(tree.text);
    case Tree::Kind::list:
      return "a list";
    case Tree::Kind::map:
      return "a map";
    case Tree::Kind::null:
      break;
  }
  return "nothing";
}

}  // namespace isocloth::io
