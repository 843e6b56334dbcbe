#include "isocloth/contact/crossing.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "isocloth/contact/box_tree.hpp"
#include "isocloth/contact/nearest_points.hpp"

namespace isocloth {
namespace {

/// Nearer than this they are at one place: no direction leads from one to the other [m].
constexpr double kOnePlace = 1e-12;

/// Where the segment from p to q passes through a triangle.
std::optional<Vec3> place_of_passage(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b,
                                     const Vec3& c) {
  const Vec3 normal = (b - a).cross(c - a);
  const double first = normal.dot(p - a), second = normal.dot(q - a);
  if (!(first * second < 0)) return std::nullopt;
  Vec3 at = p + first / (first - second) * (q - p);
  const auto is_left_of = [&](const Vec3& from, const Vec3& to) {
    return normal.dot((to - from).cross(at - from)) >= 0;
  };
  if (!is_left_of(a, b) || !is_left_of(b, c) || !is_left_of(c, a)) return std::nullopt;
  return at;
}

/// Where the segment from p to q meets the triangle: with an end, or a side of the triangle.
std::optional<Vec3> place_of_meeting(const Vec3& p, const Vec3& q, const std::array<Vec3, 3>& triangle) {
  for (const Vec3& end : {p, q}) {
    const Nearest nearest =
        nearest_points(PairKind::node_triangle, {end, triangle[0], triangle[1], triangle[2]});
    if (nearest.between.norm() <= kOnePlace) return end;
  }
  for (int k = 0; k < 3; ++k) {
    const Nearest nearest = nearest_points(PairKind::edge_edge, {p, q, triangle[k], triangle[(k + 1) % 3]});
    if (nearest.between.norm() <= kOnePlace) return Vec3(nearest.weights[0] * p + nearest.weights[1] * q);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Crossing> find_crossing(const Mesh& mesh, const Points& x) {
  const SurfaceTriangles surface(mesh);
  BoxTree tree(surface, mesh.x);
  std::vector<Box> boxes(x.rows());
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    boxes[i] = Box::around(x.row(i).transpose(), x.row(i).transpose());
  std::vector<std::array<int, 2>> pairs;
  tree.fit(boxes, x, x);
  tree.find_pairs(pairs);
  const auto point = [&](int node) { return Vec3(x.row(node).transpose()); };
  for (auto [t, u] : pairs)
    for (int turn = 0; turn < 2; ++turn, std::swap(t, u)) {
      const Triangle& through = surface.triangles[u];
      for (int c = 0; c < 3; ++c) {
        const int a = surface.triangles[t][c], b = surface.triangles[t][(c + 1) % 3];
        const auto has = [&](int node) {
          return std::find(through.begin(), through.end(), node) != through.end();
        };
        if (has(a) || has(b)) continue;
        const Vec3 p = point(a), q = point(b);
        const std::array<Vec3, 3> of = {point(through[0]), point(through[1]), point(through[2])};
        auto at = place_of_passage(p, q, of[0], of[1], of[2]);
        if (!at) at = place_of_meeting(p, q, of);
        if (at) return Crossing{{surface.element[t], surface.element[u]}, *at};
      }
    }
  return std::nullopt;
}

}  // namespace isocloth
