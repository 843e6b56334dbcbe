// A rectangle of irregular triangles, as a mesher of the advancing-front kind would make it.
//
//   1. nodes evenly spaced along the sides, the rest in shaken rows inside,
//   2. the inner nodes are relaxed until no triangle is sharp (relax_triangles),
//   3. a second triangle in each corner of the rectangle.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "isocloth/core/random.hpp"
#include "isocloth/mesh/delaunay.hpp"
#include "isocloth/mesh/generator_checks.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/parts.hpp"
#include "isocloth/mesh/relax_triangles.hpp"

namespace isocloth {
namespace {

constexpr double kShake = 0.45;         // of the spacing, each way: neighbours cannot meet [-]
constexpr double kThinStrip = 1.25;     // narrower than this many spacings, no node fits inside [-]
constexpr double kLargestAspect = 1e4;  // longer side over shorter [-]
constexpr double kRowHeight = 0.5 * std::numbers::sqrt3;  // height over side of an equilateral triangle [-]

/// Segments along the bottom, right, top and left side.
using SideCounts = std::array<int, 4>;

int total(const SideCounts& sides) { return sides[0] + sides[1] + sides[2] + sides[3]; }

/// Spacing h [m] at which equilateral triangles fill the rectangle: area/(h² √3/2) + perimeter/(2h) + 1 =
/// nodes.
double even_spacing(const Vec2& size, int node_count) {
  const double a = size.prod() / kRowHeight, b = size.sum(), n = node_count - 1;
  return (b + std::sqrt(b * b + 4 * a * n)) / (2 * n);
}

/// Segments about h long; in a thin strip, all nodes shared by the long sides.
SideCounts count_sides(const Vec2& size, int node_count, double h) {
  SideCounts sides{1, 1, 1, 1};
  const int longer = size.x() >= size.y() ? 0 : 1;
  if (size.minCoeff() < kThinStrip * h) {
    sides[longer] = (node_count - 1) / 2;
    sides[longer + 2] = (node_count - 2) / 2;
    return sides;
  }
  for (int s = 0; s < 4; ++s) sides[s] = std::max(2, static_cast<int>(std::lround(size[s % 2] / h)));
  while (total(sides) > node_count) --*std::max_element(sides.begin(), sides.end());
  return sides;
}

/// The four corners, then the other nodes of the sides.
std::vector<Vec2> place_sides(const Vec2& size, const SideCounts& sides) {
  std::vector<Vec2> points{{0, 0}, {size.x(), 0}, size, {0, size.y()}};
  for (int s = 0; s < 4; ++s) {
    const Vec2 from = points[s], to = points[(s + 1) % 4];
    for (int k = 1; k < sides[s]; ++k)
      points.push_back(from + (to - from) * (static_cast<double>(k) / sides[s]));
  }
  return points;
}

/// `count` nodes in shaken rows, as many in each as keeps them evenly dense.
void place_inside(const Vec2& size, int count, double h, std::mt19937& random, std::vector<Vec2>& points) {
  const int rows =
      std::clamp(static_cast<int>(std::lround(size.y() / (kRowHeight * h))) - 1, 1, std::max(1, count));
  int placed = 0;
  for (int r = 0; r < rows; ++r) {
    const int in_row = static_cast<int>(std::int64_t{count} * (r + 1) / rows) - placed;
    placed += in_row;
    for (int k = 0; k < in_row; ++k) {
      const double shake_x = kShake * (2 * random_unit(random) - 1),
                   shake_y = kShake * (2 * random_unit(random) - 1);
      points.push_back({size.x() * (k + 0.5 + shake_x) / in_row, size.y() * (r + 1 + shake_y) / (rows + 1)});
    }
  }
}

/// Even triangles on nodes of which the first `first_inner` lie on the sides.
std::vector<Triangle> even_triangles(const Vec2& size, double h, int first_inner, std::mt19937& random,
                                     std::vector<Vec2>& points) {
  const TriangulatedRegion region{
      .spacing = h,
      .first_inner = first_inner,
      .triangulate = [&](const std::vector<Vec2>& p) { return delaunay_in_rectangle(p, size); },
      .keep_inside = [&](const Vec2& from, const Vec2& to) -> Vec2 {
        return to.cwiseMax(0.1 * from).cwiseMin(size - 0.1 * (size - from));
      }};
  return relax_triangles(region, random, points);
}

}  // namespace

Mesh make_irregular_rectangle(std::array<double, 2> size, int node_count, std::uint32_t seed) {
  require_length(size[0], "size[0]");
  require_length(size[1], "size[1]");
  require(std::max(size[0], size[1]) <= kLargestAspect * std::min(size[0], size[1]),
          "size[0] and size[1] may differ by a factor of at most " + to_text(kLargestAspect) + ", got " +
              to_text(size[0]) + " m and " + to_text(size[1]) + " m");
  require_at_least(node_count, 4, "node_count");
  require(node_count <= kMostIrregularNodes, "node_count must be at most " +
                                                 std::to_string(kMostIrregularNodes) + ", got " +
                                                 std::to_string(node_count));

  // work on a rectangle whose longer side is 1, so that no size can overflow or vanish
  const double scale = std::max(size[0], size[1]);
  const Vec2 unit(size[0] / scale, size[1] / scale);
  const double h = even_spacing(unit, node_count);
  std::vector<Vec2> points = place_sides(unit, count_sides(unit, node_count, h));
  const int first_inner = static_cast<int>(points.size());
  std::mt19937 random(seed);
  place_inside(unit, node_count - first_inner, h, random, points);
  std::vector<Triangle> triangles = even_triangles(unit, h, first_inner, random, points);
  split_corners(triangles, points);

  Mesh mesh;
  mesh.x.setZero(node_count, 3);
  for (int i = 0; i < node_count; ++i) mesh.x.row(i).head<2>() = scale * points[i].transpose();
  for (const Triangle& t : triangles) mesh.elements.push_back({t[0], t[1], t[2], kNoNode});
  name_sides(mesh);
  return mesh;
}

}  // namespace isocloth
