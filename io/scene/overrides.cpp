#include "io/scene/overrides.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "io/scene/spelling.hpp"
#include "io/scene/values.hpp"

namespace isocloth::io {
namespace {

std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// Name of item i of a list, as given or as the reader will call it.
std::string name_of(const Tree& item, std::size_t i, const std::string& list) {
  for (const Tree& member : item.items) {
    if (member.key == "name") return member.text;
  }
  return (list == "obstacles" ? "obstacle" : list == "cloths" ? "cloth" : "grasp") + std::to_string(i);
}

Tree& item_of(Tree& list, const std::string& part, const std::string& path, const Place& place) {
  std::size_t index = 0;
  const char* const end = part.data() + part.size();
  const auto [rest, error] = std::from_chars(part.data(), end, index);
  if (!part.empty() && rest == end && error == std::errc()) {
    if (index < list.items.size()) return list.items[index];
    fail(place,
         path + " has " + std::to_string(list.items.size()) + " items, counted from 0; there is no " + part);
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    if (list.items[i].kind != Tree::Kind::map) continue;
    names.push_back(name_of(list.items[i], i, path));
    if (names.back() == part) return list.items[i];
  }
  fail(place, "no item " + quote(part) + " in " + path + suggestion(part, names) +
                  (names.empty() ? "; count items from 0" : " (there are: " + joined(names) + ")"));
}

Tree& member_of(Tree& map, const std::string& part, const Place& place) {
  for (Tree& item : map.items) {
    if (item.key == part) return item;
  }
  Tree member;
  member.key = part;
  member.place = place;
  return map.items.emplace_back(std::move(member));
}

}  // namespace

void apply_override(Tree& scene, const std::string& override_text) {
  const std::string source = "--set " + override_text;
  const std::size_t equals = override_text.find('=');
  const Place place{std::make_shared<const std::string>(source), 0};
  if (equals == std::string::npos) fail(place, "no value given; write key.path=value");

  Tree value = parse_tree(override_text.substr(equals + 1), source, false);
  Tree* target = &scene;
  std::string path;
  for (const std::string& part : split(override_text.substr(0, equals))) {
    const std::string name = path.empty() ? "the scene" : path;
    if (target->kind == Tree::Kind::null) target->kind = Tree::Kind::map;
    if (target->kind == Tree::Kind::scalar) {
      fail(place,
           name + " is " + describe(*target) + " and has no keys; set it as a whole, " + path + "={…}");
    }
    target = target->kind == Tree::Kind::list ? &item_of(*target, part, name, place)
                                              : &member_of(*target, part, place);
    path = join_path(path, part);
  }
  value.key = target->key;
  value.place = place;
  *target = std::move(value);
}

}  // namespace isocloth::io
