#include "isocloth/mesh/relax_triangles.hpp"

#include <algorithm>

#include "isocloth/core/random.hpp"

namespace isocloth {
namespace {

constexpr int kEvenRelaxations = 4;         // enough to spread clumps, too few to form a lattice
constexpr int kMostLocalRelaxations = 120;  // about ten are usual
constexpr int kShakeEvery = 12;  // relaxations; places still sharp by then do not improve by more of them
constexpr double kSharpAngle = 28 * kDegree;  // places with smaller angles are relaxed further [rad]

/// Moves the marked nodes to the centroid of the triangles around them.
void relax(const std::vector<Triangle>& triangles, const std::vector<bool>& moves,
           std::vector<Vec2>& points) {
  std::vector<Vec2> moment(points.size(), Vec2::Zero());
  std::vector<double> area(points.size(), 0.0);
  for (const Triangle& t : triangles) {
    const Vec2& a = points[t[0]];
    const Vec2 ab = points[t[1]] - a, ac = points[t[2]] - a;
    const double twice_area = ab.x() * ac.y() - ab.y() * ac.x();
    for (const int node : t) {
      moment[node] += twice_area * (a + (ab + ac) / 3);
      area[node] += twice_area;
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    if (moves[i] && area[i] > 0) points[i] = moment[i] / area[i];
}

/// Shakes the marked nodes by up to half the spacing each way: a place that stays sharp has come to rest in a
/// bad arrangement.
void shake(const TriangulatedRegion& region, const std::vector<bool>& moves, std::mt19937& random,
           std::vector<Vec2>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!moves[i]) continue;
    const Vec2 there =
        points[i] + region.spacing * Vec2(random_unit(random) - 0.5, random_unit(random) - 0.5);
    points[i] = region.keep_inside(points[i], there);
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

}  // namespace

std::vector<Triangle> relax_triangles(const TriangulatedRegion& region, std::mt19937& random,
                                      std::vector<Vec2>& points) {
  std::vector<bool> moves(points.size(), true);
  std::fill_n(moves.begin(), region.first_inner, false);
  std::vector<Triangle> triangles = region.triangulate(points);
  for (int k = 0; k < kEvenRelaxations + kMostLocalRelaxations; ++k) {
    if (k >= kEvenRelaxations) moves = near_sharp(triangles, points, region.first_inner);
    if (std::find(moves.begin(), moves.end(), true) == moves.end()) break;
    if ((k + 1) % kShakeEvery == 0)
      shake(region, moves, random, points);
    else
      relax(triangles, moves, points);
    triangles = region.triangulate(points);
  }
  return triangles;
}

}  // namespace isocloth
