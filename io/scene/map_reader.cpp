#include "io/scene/map_reader.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace isocloth::io {

MapReader::MapReader(Tree& tree, std::string path) : tree_(tree), path_(std::move(path)) {
  if (tree.kind != Tree::Kind::map) {
    fail(tree.place, name() + " must be a map (key: value), got " + describe(tree));
  }
  std::map<std::string_view, int> line_of;
  for (const Tree& item : tree.items) {
    const auto [first, is_new] = line_of.emplace(item.key, item.place.line);
    if (is_new) continue;
    const std::string first_line =
        first->second > 0 ? " (first in line " + std::to_string(first->second) + ")" : "";
    fail(item.place, "key " + quote(item.key) + " is given twice in " + name() + first_line + "; keep one");
  }
}

Tree* MapReader::find(const std::string& key, Need need) {
  known_.push_back(key);
  const auto found =
      std::find_if(tree_.items.begin(), tree_.items.end(), [&](const Tree& item) { return item.key == key; });
  if (found != tree_.items.end()) return &*found;
  if (need == Need::required) missing_.push_back(key);
  return nullptr;
}

Tree& MapReader::one_of(const std::vector<std::string>& keys) {
  for (const std::string& key : keys) find(key);
  close();
  Tree* one = nullptr;
  for (Tree& item : tree_.items) {
    if (std::find(keys.begin(), keys.end(), item.key) == keys.end()) continue;
    if (one) fail(item.place, name() + " holds both " + one->key + " and " + item.key + "; keep one of them");
    one = &item;
  }
  if (one) return *one;
  fail(place(),
       name() + (tree_.items.empty() ? " is empty" : " has no shape") + "; give one of " + joined(keys));
}

void MapReader::close() const {
  for (const Tree& item : tree_.items) {
    if (std::find(known_.begin(), known_.end(), item.key) != known_.end()) continue;
    fail(item.place, "unknown key " + quote(item.key) + " in " + name() + suggestion(item.key, known_) +
                         " (valid: " + joined(known_) + ")");
  }
  if (!missing_.empty()) fail(place(), "missing key \"" + missing_[0] + "\" in " + name() + "; add it");
}

}  // namespace isocloth::io
