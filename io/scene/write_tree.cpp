#include <algorithm>
#include <cctype>

#include "io/scene/tree.hpp"

namespace isocloth::io {
namespace {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("+-._/").find(c) != std::string_view::npos;
}

/// A word or number that YAML reads back as itself without quotes, wherever it stands.
bool is_plain(std::string_view text) {
  const std::size_t sign =
      !text.empty() && std::string_view("+-.").find(text[0]) != std::string_view::npos ? 1 : 0;
  return text.size() > sign && std::isalnum(static_cast<unsigned char>(text[sign])) != 0 &&
         std::all_of(text.begin(), text.end(), is_word_character);
}

std::string escaped(std::string_view text) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < ' ' || byte == 127) {
      out += {'\\', 'x', kDigits[byte / 16], kDigits[byte % 16]};
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string scalar(const std::string& text, bool quoted) {
  return !quoted && is_plain(text) ? text : escaped(text);
}

/// The value on one line, with brackets.
void write_inline(const Tree& tree, std::string& out) {
  if (tree.kind == Tree::Kind::null) out += '~';
  if (tree.kind == Tree::Kind::scalar) out += scalar(tree.text, tree.quoted);
  if (tree.items.empty() && tree.kind == Tree::Kind::list) out += "[]";
  if (tree.items.empty() && tree.kind == Tree::Kind::map) out += "{}";
  if (tree.items.empty()) return;
  const bool is_map = tree.kind == Tree::Kind::map;
  out += is_map ? '{' : '[';
  for (const Tree& item : tree.items) {
    if (&item != tree.items.data()) out += ", ";
    if (is_map) out += scalar(item.key, false) + ": ";
    write_inline(item, out);
  }
  out += is_map ? '}' : ']';
}

void write_block(const Tree& tree, int indent, std::string& out) {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  for (const Tree& item : tree.items) {
    out += margin + (tree.kind == Tree::Kind::map ? scalar(item.key, false) + ":" : std::string("-"));
    const auto is_map = [](const Tree& t) { return t.kind == Tree::Kind::map; };
    const bool has_maps = !item.items.empty() && tree.kind == Tree::Kind::map &&
                          (is_map(item) || std::any_of(item.items.begin(), item.items.end(), is_map));
    if (has_maps) {
      out += '\n';
      write_block(item, indent + 2, out);
    } else {
      out += ' ';
      write_inline(item, out);
      out += '\n';
    }
  }
}

}  // namespace

std::string write_tree(const Tree& tree) {
  std::string out;
  if (tree.kind == Tree::Kind::map && !tree.items.empty()) {
    write_block(tree, 0, out);
  } else {
    write_inline(tree, out);
    out += '\n';
  }
  return out;
}

}  // namespace isocloth::io
