#pragma once

/// Values of a scene from leaves of the tree. Each reader takes the tree and the key path for its error, and
/// throws InputError where the value is of another type, not finite, or out of range.

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "io/scene/spelling.hpp"
#include "io/scene/tree.hpp"
#include "isocloth/core/types.hpp"

namespace isocloth::io {

/// Numbers that make sense, with their unit; limits are wide and catch wrong units and slips of the finger.
struct Range {
  double low;
  double high;
  const char* unit;
  bool open = false;  ///< the limits themselves are excluded
};

double read_number(const Tree& tree, const std::string& path, const Range& range);
std::int64_t read_whole(const Tree& tree, const std::string& path, std::int64_t low, std::int64_t high);
std::string read_text(const Tree& tree, const std::string& path);
bool read_switch(const Tree& tree, const std::string& path);

/// Throws unless the tree is a list, of exactly `length` items where that is not 0.
void require_list(const Tree& tree, const std::string& path, std::size_t length, const std::string& of_what);

/// "cloth.mesh" and "size" give "cloth.mesh.size", the path that --set takes.
std::string join_path(const std::string& path, const std::string& key);

/// One item of a list after the other.
template <class Read>
auto read_list(const Tree& tree, const std::string& path, Read read) {
  std::vector<decltype(read(tree, path))> values;
  values.reserve(tree.items.size());
  for (const Tree& item : tree.items) {
    values.push_back(read(item, join_path(path, std::to_string(values.size()))));
  }
  return values;
}

// Readers as values, for MapReader::take.

inline auto number(Range range) {
  return [range](const Tree& tree, const std::string& path) { return read_number(tree, path, range); };
}

inline auto whole(int low, int high) {
  return [=](const Tree& tree, const std::string& path) {
    return static_cast<int>(read_whole(tree, path, low, high));
  };
}

inline std::uint32_t seed(const Tree& tree, const std::string& path) {
  return static_cast<std::uint32_t>(read_whole(tree, path, 0, UINT32_MAX));
}

inline auto vec3(Range range) {
  return [range](const Tree& tree, const std::string& path) {
    require_list(tree, path, 3, "numbers");
    const std::vector<double> values = read_list(tree, path, number(range));
    return Vec3(values[0], values[1], values[2]);
  };
}

/// `[x, y, z]` of any length but 0, made a unit vector.
inline Vec3 direction(const Tree& tree, const std::string& path) {
  const Vec3 value = vec3({-1e6, 1e6, ""})(tree, path);
  if (value.norm() < 1e-6) fail(tree.place, path + " has no length; give a direction such as [1, 0, 0]");
  return value.normalized();
}

inline auto two_numbers(Range range) {
  return [range](const Tree& tree, const std::string& path) {
    require_list(tree, path, 2, "numbers");
    const std::vector<double> values = read_list(tree, path, number(range));
    return std::array<double, 2>{values[0], values[1]};
  };
}

inline auto two_wholes(std::array<int, 2> low, int high) {
  return [=](const Tree& tree, const std::string& path) {
    require_list(tree, path, 2, "whole numbers");
    return std::array<int, 2>{whole(low[0], high)(tree.items[0], join_path(path, "0")),
                              whole(low[1], high)(tree.items[1], join_path(path, "1"))};
  };
}

/// One of a few words.
template <class Choice>
auto choice(std::vector<std::pair<std::string, Choice>> choices) {
  return [choices = std::move(choices)](const Tree& tree, const std::string& path) {
    std::vector<std::string> words;
    for (const auto& [word, value] : choices) {
      if (tree.kind == Tree::Kind::scalar && tree.text == word) return value;
      words.push_back(word);
    }
    const std::string hint = tree.kind == Tree::Kind::scalar ? suggestion(tree.text, words) : "";
    fail(tree.place, path + " must be one of " + joined(words) + ", got " + describe(tree) + hint);
  };
}

}  // namespace isocloth::io
