#include "io/picture/stage.hpp"

#include <algorithm>

namespace isocloth::io {

namespace {

/// Side k lies opposite to corner k.
Edge side_of(const Triangle& triangle, int k) {
  const int a = triangle.nodes[(k + 1) % 3], b = triangle.nodes[(k + 2) % 3];
  return {std::min(a, b), std::max(a, b)};
}

}  // namespace

std::vector<std::array<Line, 3>> classify_sides(const std::vector<Triangle>& triangles) {
  std::vector<Edge> sides;
  sides.reserve(3 * triangles.size());
  for (const Triangle& triangle : triangles) {
    for (int k = 0; k < 3; ++k) sides.push_back(side_of(triangle, k));
  }
  std::sort(sides.begin(), sides.end());
  std::vector<std::array<Line, 3>> lines(triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const auto [first, last] = std::equal_range(sides.begin(), sides.end(), side_of(triangles[t], k));
      lines[t][k] = !triangles[t].on_edge[k] ? Line::none : last - first == 1 ? Line::rim : Line::inner;
    }
  }
  return lines;
}

}  // namespace isocloth::io
