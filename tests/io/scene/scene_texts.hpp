#pragma once

/// Scene texts that the tests share.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/scene/read_scene.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io::test {

/// Lines: 1 cloth, 2 mesh, 3 material, 4 grasps, 5 left, 6 right, 7 time.
inline const std::string kScene =
    "cloth:\n"
    "  mesh: {rectangle: {size: [0.3, 0.4], nodes: [3, 4]}}\n"
    "  material: {density: 0.2}\n"
    "grasps:\n"
    "  - {name: left, nodes: [9]}\n"
    "  - {name: right, nodes: [11], until: 8}\n"
    "time: {duration: 10}\n";

/// The text with the first `from` replaced; the test is wrong where there is none.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// What the reader says about a text; empty where it accepts it.
inline std::string error_of(const std::string& text, const std::vector<std::string>& overrides = {},
                            const std::string& path = "a.yaml") {
  try {
    parse_scene(text, path, overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// The error about kScene with one replacement.
inline std::string error_with(const std::string& from, const std::string& to) {
  return error_of(with(kScene, from, to));
}

}  // namespace isocloth::io::test
