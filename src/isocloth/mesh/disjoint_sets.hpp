#pragma once

/// Sets that grow together: unite(a, b), then root(a) == root(b) exactly for members of one set.

#include <numeric>
#include <vector>

namespace isocloth {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  std::size_t root(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  /// The smaller root stays root, so that results do not depend on the order of calls.
  void unite(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    if (a < b) parent_[b] = a;
    if (b < a) parent_[a] = b;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace isocloth
