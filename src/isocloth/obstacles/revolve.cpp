#include "isocloth/obstacles/revolve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace isocloth {
namespace {

/// Circle `level` of nodes at the profile's point: node first + position.
void set_circle(const Vec2& point, int first, Mesh& mesh) {
  for (int k = 0; k < kNodesAround; ++k) {
    const double angle = 2 * std::numbers::pi * k / kNodesAround;
    mesh.x.row(first + k) << point.x() * std::cos(angle), point.x() * std::sin(angle), point.y();
  }
}

/// Quads between two circles.
void join_circles(int below, int above, Mesh& mesh) {
  for (int k = 0; k < kNodesAround; ++k) {
    const int next = (k + 1) % kNodesAround;
    mesh.elements.push_back({below + k, below + next, above + next, above + k});
  }
}

}  // namespace

std::vector<Vec2> arc(const Vec2& centre, double radius, double from, double to) {
  const double share = std::abs(to - from) / (2 * std::numbers::pi);
  const int count = std::max(1, static_cast<int>(std::lround(kNodesAround * share)));
  std::vector<Vec2> points;
  for (int k = 0; k <= count; ++k) {
    const double angle = from + (to - from) * k / count;
    points.push_back(centre + radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  return points;
}

Mesh revolve(const std::vector<Vec2>& profile) {
  // the circles between the two points on the axis: at neither of them, nor at each other's place
  const Vec2 &bottom = profile.front(), &top = profile.back();
  const double same = 1e-9 * std::max((top - bottom).norm(), profile[profile.size() / 2].norm());  // [m]
  std::vector<Vec2> circles;
  for (const Vec2& point : profile) {
    const bool repeats = !circles.empty() && (point - circles.back()).norm() <= same;
    if (point.x() > same && !repeats) circles.push_back(point);
  }

  const int count = static_cast<int>(circles.size()), last = (count - 1) * kNodesAround;
  Mesh mesh;
  mesh.x.resize(count * kNodesAround + 2, 3);
  const int south = count * kNodesAround, north = south + 1;
  mesh.x.row(south) << 0, 0, bottom.y();
  mesh.x.row(north) << 0, 0, top.y();
  for (int c = 0; c < count; ++c) set_circle(circles[c], c * kNodesAround, mesh);
  for (int c = 0; c + 1 < count; ++c) join_circles(c * kNodesAround, (c + 1) * kNodesAround, mesh);
  for (int k = 0; k < kNodesAround; ++k) {
    const int next = (k + 1) % kNodesAround;
    mesh.elements.push_back({next, k, south, kNoNode});
    mesh.elements.push_back({last + k, last + next, north, kNoNode});
  }
  return mesh;
}

Mesh revolve_ring(const std::vector<Vec2>& profile) {
  const int count = static_cast<int>(profile.size());
  Mesh mesh;
  mesh.x.resize(count * kNodesAround, 3);
  for (int c = 0; c < count; ++c) set_circle(profile[c], c * kNodesAround, mesh);
  for (int c = 0; c < count; ++c) join_circles(c * kNodesAround, (c + 1) % count * kNodesAround, mesh);
  return mesh;
}

}  // namespace isocloth
