#pragma once

/// A YAML document as a plain tree in which every value knows where it was written.
///
/// Between the text and the scene: overrides are applied to the tree, the strict reader walks it, and what is
/// left is written out again. Anchors and aliases are expanded by copying; tags, cycles and further documents
/// are refused.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace isocloth::io {

/// Where a value was written: a file and line, or an option of the command line (line 0).
struct Place {
  std::shared_ptr<const std::string> source;
  int line = 0;
};

struct Tree {
  enum class Kind { null, scalar, list, map };
  Kind kind = Kind::null;
  std::string key;          ///< of a member of a map
  std::string text;         ///< of a scalar
  bool quoted = false;      ///< a scalar in quotes is text, never a number
  Place place;              ///< of the key where there is one, else of the value
  std::vector<Tree> items;  ///< of a list or map, in the order of the file; keys may still repeat
};

inline constexpr int kMaxDepth = 32;             ///< of nested lists and maps; scenes use 7
inline constexpr int kMaxTreeNodes = 2'000'000;  ///< values in all, aliases and anchors written out

/// Throws InputError that begins with the place; the message is made one line.
[[noreturn]] void fail(const Place& place, const std::string& message);

/// The tree of a YAML text; InputError otherwise. With `has_lines` false every place has line 0.
Tree parse_tree(const std::string& text, const std::string& source, bool has_lines = true);

/// Canonical YAML: one key a line, lists in brackets. parse_tree gives the same tree again.
std::string write_tree(const Tree& tree);

/// The tree of a text that write_tree wrote, and of nothing else: without a YAML library, for the engine
/// inside a page. Places have no lines. InputError otherwise.
Tree parse_canonical(const std::string& text, const std::string& source);

/// A place as errors begin with it: "FILE:LINE", or the option.
std::string describe(const Place& place);

/// A value in an error: `"text"` cut to a readable length, `a list`, `a map`, `nothing`.
std::string describe(const Tree& tree);

/// Text in quotes on one line, cut to a readable length.
std::string quote(std::string_view text);

}  // namespace isocloth::io
