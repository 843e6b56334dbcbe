// A rectangle of irregular triangles, as a mesher of the advancing-front kind would make it.
//
//   1. nodes evenly spaced along the sides, the rest in shaken rows inside,
//   2. Delaunay triangulation; every inner node moves to the centroid of its triangles, a few times over,
//   3. the same only around triangles that are still too sharp, so that the rest keeps its irregularity,
//   4. a second triangle in each corner of the rectangle.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "isocloth/mesh/delaunay.hpp"
#include "isocloth/mesh/generator_checks.hpp"
#include "isocloth/mesh/generators.hpp"
#include "isocloth/mesh/random_unit.hpp"
#include "isocloth/mesh/sharpness.hpp"

namespace isocloth {
namespace {

constexpr int kEvenRelaxations = 4;         // enough to spread clumps, too few to form a lattice
constexpr int kMostLocalRelaxations = 120;  // about ten are usual
constexpr int kShakeEvery = 12;  // relaxations; places still sharp by then do not improve by more of them
constexpr double kSharpAngle = 28 * kDegree;  // places with smaller angles are relaxed further [rad]
constexpr double kShake = 0.45;               // of the spacing, each way: neighbours cannot meet [-]
constexpr double kThinStrip = 1.25;           // narrower than this many spacings, no node fits inside [-]
constexpr double kLargestAspect = 1e4;        // longer side over shorter [-]
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

/// Moves the marked nodes to the centroid of the triangles around them.
void relax(const std::vector<Triangle>& triangles, const std::vector<bool>& moves,
           std::vector<Vec2>& points) {
  std::vector<Vec2> moment(points.size(), Vec2::Zero());
  std::vector<double> area(points.size(), 0.0);
  for (const Triangle& t : triangles) {
    const Vec2 a = points[t[0]], ab = points[t[1]] - a, ac = points[t[2]] - a;
    const double twice_area = ab.x() * ac.y() - ab.y() * ac.x();
    for (const int node : t) {
      moment[node] += twice_area * (a + (ab + ac) / 3);
      area[node] += twice_area;
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    if (moves[i]) points[i] = moment[i] / area[i];
}

/// Shakes the marked nodes by up to half of h each way: a place that stays sharp has come to rest in a bad
/// arrangement.
void shake(double h, const Vec2& size, const std::vector<bool>& moves, std::mt19937& random,
           std::vector<Vec2>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!moves[i]) continue;
    const Vec2 there = points[i] + h * Vec2(random_unit(random) - 0.5, random_unit(random) - 0.5);
    points[i] = there.cwiseMax(0.1 * points[i]).cwiseMin(size - 0.1 * (size - points[i]));
  }
}

/// Inner nodes of the sharp triangles and of the triangles that touch those.
std::vector<bool> near_sharp(const std::vector<Triangle>& triangles, const std::vector<Vec2>& points,
                             int first_inner) {
  std::vector<bool> sharp(points.size(), false), near(points.size(), false);
  for (const Triangle& t : triangles)
    if (smallest_angle(t, points) < kSharpAngle)
      for (const int node : t) sharp[node] = true;
  for (const Triangle& t : triangles)
    if (sharp[t[0]] || sharp[t[1]] || sharp[t[2]])
      for (const int node : t) near[node] = node >= first_inner;
  return near;
}

std::vector<Triangle> relaxed_triangulation(const Vec2& size, double h, int first_inner, std::mt19937& random,
                                            std::vector<Vec2>& points) {
  std::vector<bool> moves(points.size(), true);
  std::fill_n(moves.begin(), first_inner, false);
  std::vector<Triangle> triangles = delaunay_in_rectangle(points, size);
  for (int k = 0; k < kEvenRelaxations + kMostLocalRelaxations; ++k) {
    if (k >= kEvenRelaxations) moves = near_sharp(triangles, points, first_inner);
    if (std::find(moves.begin(), moves.end(), true) == moves.end()) break;
    if ((k + 1) % kShakeEvery == 0)
      shake(h, size, moves, random, points);
    else
      relax(triangles, moves, points);
    triangles = delaunay_in_rectangle(points, size);
  }
  return triangles;
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
  std::vector<Triangle> triangles = relaxed_triangulation(unit, h, first_inner, random, points);
  split_corners(triangles, points);

  Mesh mesh;
  mesh.x.setZero(node_count, 3);
  for (int i = 0; i < node_count; ++i) mesh.x.row(i).head<2>() = scale * points[i].transpose();
  for (const Triangle& t : triangles) mesh.elements.push_back({t[0], t[1], t[2], kNoNode});
  return mesh;
}

}  // namespace isocloth
