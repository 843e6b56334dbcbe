#pragma once

/// Reads a map strictly, each key named once: what is asked for is what is valid.
///
///   MapReader map(tree, "time");
///   map.take("duration", time.duration, number({0, 1e6, "s"}), Need::required);
///   map.take("step", time.step, number({1e-6, 1, "s"}));
///   map.close();                      // now unknown and missing keys are reported
///
/// An unknown key is reported before a missing one: a misspelt key is both.

#include <string>
#include <vector>

#include "io/scene/tree.hpp"
#include "io/scene/values.hpp"

namespace isocloth::io {

enum class Need { optional, required };

class MapReader {
 public:
  /// InputError unless `tree` is a map without repeated keys. `path` is "" for the whole scene.
  MapReader(Tree& tree, std::string path);

  /// The value of a key, null where it is not given.
  Tree* find(const std::string& key, Need need = Need::optional);

  /// Reads the value of a key, or leaves `into` as it is (its default).
  template <class T, class Read>
  void take(const std::string& key, T& into, const Read& read, Need need = Need::optional) {
    if (Tree* tree = find(key, need)) into = read(*tree, path_of(key));
  }

  /// The one of `keys` that the map holds, beside others that were asked for; closes the map.
  Tree& one_of(const std::vector<std::string>& keys);

  /// Every valid key has been asked for: throws for the first unknown, then for the first missing key.
  void close() const;

  std::string path_of(const std::string& key) const { return join_path(path_, key); }
  const Place& place() const { return tree_.place; }

 private:
  std::string name() const { return path_.empty() ? "the scene" : path_; }

  Tree& tree_;
  std::string path_;
  std::vector<std::string> known_;
  std::vector<std::string> missing_;
};

}  // namespace isocloth::io
