#include <gtest/gtest.h>

#include "io/scene/list_scenes.hpp"
#include "io/scene/read_scene.hpp"
#include "io/scene/tree.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

void expect_same(const Tree& a, const Tree& b, const std::string& where) {
  EXPECT_EQ(a.kind, b.kind) << where;
  EXPECT_EQ(a.key, b.key) << where;
  EXPECT_EQ(a.text, b.text) << where;
  EXPECT_EQ(a.quoted, b.quoted) << where;
  ASSERT_EQ(a.items.size(), b.items.size()) << where;
  for (std::size_t k = 0; k < a.items.size(); ++k)
    expect_same(a.items[k], b.items[k],
                where + "/" + (a.items[k].key.empty() ? std::to_string(k) : a.items[k].key));
}

TEST(Canonical, EveryBuiltInSceneIsReadAsTheYamlLibraryReadsIt) {
  const auto scenes = list_scenes(ISOCLOTH_SOURCE_DIR "/scenes");
  ASSERT_GT(scenes.size(), 20u);
  for (const BuiltinScene& builtin : scenes) {
    const std::string text = load_scene(builtin.path).text;
    expect_same(parse_canonical(text, builtin.name), parse_tree(text, builtin.name), builtin.name);
  }
}

TEST(Canonical, WhateverIsWrittenIsReadBack) {
  for (const std::string text : {"a: \"quo\\\"te, \\\\ and: colon\"\n", "a: ~\n", "a: []\nb: {}\n", "~\n",
                                 "1e-05\n", "[1, -2.5, x]\n", "{\"two words\": 1, b: [{c: \"#\"}]}\n",
                                 "a:\n  b:\n    c: 1\n  d:\n    - {e: 1}\n    - [2]\n", "a: \"\\x09\"\n"}) {
    const Tree tree = parse_tree(text, "text");
    expect_same(parse_canonical(write_tree(tree), "text"), parse_tree(write_tree(tree), "text"), text);
  }
}

TEST(Canonical, OtherYamlIsRefused) {
  for (const std::string text : {"", "a:\n    b: 1\n", "a: 'b'\n", "a: [1,2]\n", "a: \"b\n", "# remark\n",
                                 "a: 1\n\nb: 2\n", "a: {b: 1\n", "- 1\n-2\n", "a: &b 1\n"})
    EXPECT_THROW(parse_canonical(text, "text"), InputError) << text;
  EXPECT_THROW(parse_canonical(std::string(100, '['), "text"), InputError);
}

}  // namespace
}  // namespace isocloth::io
