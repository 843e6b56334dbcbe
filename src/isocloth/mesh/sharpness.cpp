#include "isocloth/mesh/relax_triangles.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// The triangle begun at its corner k.
Triangle from_corner(const Triangle& t, int k) { return {t[k], t[(k + 1) % 3], t[(k + 2) % 3]}; }

/// Replaces (c, a, b) and its neighbour (a, d, b) by (c, a, d) and (c, d, b).
void split_at(Triangle& lone, std::vector<Triangle>& triangles, const std::vector<Vec2>& points) {
  const auto [c, a, b] = lone;
  for (Triangle& other : triangles)
    for (int k = 0; k < 3; ++k) {
      const Triangle turned = from_corner(other, k);
      if (turned[0] != b || turned[1] != a) continue;
      const int d = turned[2];
      const Triangle first{c, a, d}, second{c, d, b};
      if (std::min(smallest_angle(first, points), smallest_angle(second, points)) < kLeastCornerAngle) return;
      lone = first;
      other = second;
      return;
    }
}

}  // namespace

double smallest_angle(const Triangle& triangle, const std::vector<Vec2>& points) {
  double smallest = std::numbers::pi;
  for (int k = 0; k < 3; ++k) {
    const Triangle t = from_corner(triangle, k);
    const Vec2 u = points[t[1]] - points[t[0]], v = points[t[2]] - points[t[0]];
    smallest = std::min(smallest, std::atan2(u.x() * v.y() - u.y() * v.x(), u.dot(v)));
  }
  return smallest;
}

void split_corners(std::vector<Triangle>& triangles, const std::vector<Vec2>& points) {
  for (int corner = 0; corner < 4; ++corner) {
    Triangle* lone = nullptr;
    int count = 0;
    for (Triangle& t : triangles)
      for (int k = 0; k < 3; ++k)
        if (t[k] == corner) {
          t = from_corner(t, k);
          lone = &t;
          ++count;
          break;
        }
    if (count == 1) split_at(*lone, triangles, points);
  }
}

}  // namespace isocloth
