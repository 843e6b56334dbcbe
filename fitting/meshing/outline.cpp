#include "fitting/meshing/patch.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "isocloth/mesh/disjoint_sets.hpp"

namespace isocloth::fitting {
namespace {

/// Sides of triangles as seen from inside: (from, to) → triangle.
class HalfEdges {
 public:
  explicit HalfEdges(const std::vector<Triangle>& triangles) {
    for (std::size_t t = 0; t < triangles.size(); ++t)
      for (int k = 0; k < 3; ++k)
        owner_[key(triangles[t][k], triangles[t][(k + 1) % 3])] = static_cast<int>(t);
  }
  /// The triangle to the left of from → to, −1 where there is none.
  int left_of(int from, int to) const {
    const auto found = owner_.find(key(from, to));
    return found == owner_.end() ? -1 : found->second;
  }

 private:
  static std::uint64_t key(int from, int to) {
    return (static_cast<std::uint64_t>(from) << 32) | static_cast<std::uint32_t>(to);
  }
  std::unordered_map<std::uint64_t, int> owner_;
};

bool has_long_side(const Triangle& t, const std::vector<Vec2>& points, double longest) {
  for (int k = 0; k < 3; ++k)
    if ((points[t[k]] - points[t[(k + 1) % 3]]).norm() > longest) return true;
  return false;
}

int third_node(const Triangle& t, int a, int b) {
  for (const int node : t)
    if (node != a && node != b) return node;
  return a;
}

std::vector<Triangle> largest_piece(const std::vector<Triangle>& triangles) {
  const HalfEdges edges(triangles);
  DisjointSets pieces(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const int other = edges.left_of(triangles[t][(k + 1) % 3], triangles[t][k]);
      if (other >= 0) pieces.unite(t, static_cast<std::size_t>(other));
    }
  std::vector<int> size(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) ++size[pieces.root(t)];
  const auto largest = static_cast<std::size_t>(std::max_element(size.begin(), size.end()) - size.begin());
  std::vector<Triangle> kept;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    if (pieces.root(t) == largest) kept.push_back(triangles[t]);
  return kept;
}

}  // namespace

std::vector<Triangle> without_long_rim(const std::vector<Vec2>& points,
                                       const std::vector<Triangle>& triangles, double longest) {
  const HalfEdges edges(triangles);
  std::vector<bool> removed(triangles.size(), false);
  std::vector<int> stack;
  const auto remove = [&](int t) {
    if (t < 0 || removed[t] || !has_long_side(triangles[t], points, longest)) return;
    removed[t] = true;
    stack.push_back(t);
  };
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (int k = 0; k < 3; ++k)
      if (edges.left_of(triangles[t][(k + 1) % 3], triangles[t][k]) < 0) remove(static_cast<int>(t));
  while (!stack.empty()) {
    const Triangle t = triangles[stack.back()];
    stack.pop_back();
    for (int k = 0; k < 3; ++k) remove(edges.left_of(t[(k + 1) % 3], t[k]));
  }
  std::vector<Triangle> kept;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    if (!removed[t]) kept.push_back(triangles[t]);
  return largest_piece(kept);
}

std::vector<int> outline_of(const std::vector<Triangle>& triangles) {
  const HalfEdges edges(triangles);
  std::set<std::pair<int, int>> seen;
  std::vector<int> longest;
  for (const Triangle& triangle : triangles) {
    for (int k = 0; k < 3; ++k) {
      int from = triangle[k], to = triangle[(k + 1) % 3];
      std::vector<int> line;
      if (edges.left_of(to, from) >= 0) continue;  // inside
      while (seen.insert({from, to}).second) {
        line.push_back(from);
        // turn about `to` through its triangles to the next side without a neighbour
        int a = from, b = to;
        int next = third_node(triangles[edges.left_of(a, b)], a, b);
        for (int t = edges.left_of(next, b); t >= 0; t = edges.left_of(next, b))
          next = third_node(triangles[t], next, b);
        from = b;
        to = next;
      }
      if (line.size() > longest.size()) longest = std::move(line);
    }
  }
  return longest;
}

}  // namespace isocloth::fitting
