#include "isocloth/contact/level_point.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// Newton's steps at most, and the shortest share of one; from where halving ends two or three whole ones do,
/// unless that is across a narrow rounding.
constexpr int kMostNewtonSteps = 30;
constexpr double kShortest = 1e-3;

/// Where the distance is not bent along the element, as on a face beside a rounding, it counts as this much
/// [1/m].
constexpr double kLeastBend = 10;

/// Slopes up to this count as level to rounding, and so much more for each 1/m of curvature.
constexpr double kLevelToRounding = 1e-12, kPlaceToRounding = 1e-15;

/// From slopes up to this, the step that follows ends at rounding.
constexpr double kNearlyLevel = 1e-7;

/// The point's coordinates: t of an edge, ξ and η of an element.
Vec2 coordinates_of(const SurfacePoint& point) {
  const auto& w = point.weights;
  if (point.count == 2) return {w[1], 0};
  return point.count == 3 ? Vec2(w[1], w[2]) : Vec2(w[1] + w[2], w[2] + w[3]);
}

/// False where they are not inside.
bool set_coordinates(const Vec2& s, SurfacePoint& point) {
  if (point.count == 2) {
    point.weights = {1 - s[0], s[0], 0, 0};
    return s[0] > 0 && s[0] < 1;
  }
  if (point.count == 3) {
    point.weights = {1 - s[0] - s[1], s[0], s[1], 0};
    return s.minCoeff() > 0 && s.sum() < 1;
  }
  point.weights = {(1 - s[0]) * (1 - s[1]), s[0] * (1 - s[1]), s[0] * s[1], (1 - s[0]) * s[1]};
  return s.minCoeff() > 0 && s.maxCoeff() < 1;
}

/// Halvings of a coordinate: to 1e-12 of the element.
constexpr int kHalvings = 40;

/// Where a slope, negative before and positive after, changes its sign in [0, 1].
template <class Slope>
double where_it_turns(const Slope& slope) {
  double low = 0, high = 1;
  for (int k = 0; k < kHalvings; ++k) {
    const double middle = 0.5 * (low + high);
    (slope(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// The deepest point of an edge by halving.
void halve_edge(const PosedShape& obstacle, const Points& x, DeepPoint& deep) {
  const Vec3 along = (x.row(deep.point.nodes[1]) - x.row(deep.point.nodes[0])).transpose();
  const double t = where_it_turns([&](double at) {
    set_coordinates({at, 0}, deep.point);
    return obstacle.distance_to(deep.point.at(x)).normal.dot(along);
  });
  set_coordinates({t, 0}, deep.point);
}

/// The deepest point of an element by halving η for every ξ, and ξ by the slope that is left then. It takes
/// thousands of distances, and finds also what is as narrow as a rounded corner of a box.
void halve_both(const PosedShape& obstacle, const Points& x, DeepPoint& deep) {
  const bool is_triangle = deep.point.count == 3;
  const auto slopes_at = [&](double a, double b) {  // b: share of the η that there are at this ξ
    set_coordinates({a, is_triangle ? (1 - a) * b : b}, deep.point);
    deep.at = obstacle.distance_to(deep.point.at(x));
    const LevelPoint level = level_point(deep.point, x, deep.at.normal, Eigen::Matrix3d::Zero());
    const double along = deep.at.normal.dot(level.along[1]);
    return Vec2(deep.at.normal.dot(level.along[0]) - (is_triangle ? b * along : 0.0), along);
  };
  const auto best_share = [&](double a) {
    return where_it_turns([&](double b) { return slopes_at(a, b)[1]; });
  };
  const double a = where_it_turns([&](double at) { return slopes_at(at, best_share(at))[0]; });
  slopes_at(a, best_share(a));
}

}  // namespace

Eigen::Matrix3d curvature_at(const PosedShape& obstacle, const Vec3& point) {
  const Vec3 own = obstacle.rotation.transpose() * (point - obstacle.pose.translation);
  if (const auto exact = obstacle.shape->curvature_at(own))
    return obstacle.rotation * *exact * obstacle.rotation.transpose();
  constexpr double kFar = 1e-7, kPartOfRadius = 1e-5;  // [m]
  const auto differences = [&](double h) {
    Eigen::Matrix3d result;
    for (int a = 0; a < 3; ++a)
      result.col(a) = (obstacle.distance_to(point + h * Vec3::Unit(a)).normal -
                       obstacle.distance_to(point - h * Vec3::Unit(a)).normal) /
                      (2 * h);
    return Eigen::Matrix3d(0.5 * (result + result.transpose()));
  };
  const Eigen::Matrix3d curvature = differences(kFar);
  const double size = curvature.norm();
  return size * kFar > kPartOfRadius ? differences(kPartOfRadius / size) : curvature;
}

LevelPoint level_point(const SurfacePoint& point, const Points& x, const Vec3& normal,
                       const Eigen::Matrix3d& curvature) {
  LevelPoint level{.ways = point.count == 2 ? 1 : 2};
  const Vec2 s = coordinates_of(point);
  if (point.count == 2)
    level.slopes[0] = {-1, 1, 0, 0};
  else if (point.count == 3)
    level.slopes = {{{-1, 1, 0, 0}, {-1, 0, 1, 0}}};
  else
    level.slopes = {{{s[1] - 1, 1 - s[1], s[1], -s[1]}, {s[0] - 1, -s[0], s[0], 1 - s[0]}}};
  Vec3 mixed = Vec3::Zero();  // q_ξη
  constexpr std::array<double, 4> signs{1, -1, 1, -1};
  for (int i = 0; i < point.count; ++i) {
    const Vec3 node = x.row(point.nodes[i]).transpose();
    for (int a = 0; a < level.ways; ++a) level.along[a] += level.slopes[a][i] * node;
    if (point.count == 4) mixed += signs[i] * node;
  }
  Eigen::Matrix2d bend = Eigen::Matrix2d::Identity();
  for (int a = 0; a < level.ways; ++a) {
    for (int b = 0; b < level.ways; ++b)
      bend(a, b) = level.along[a].dot(curvature * level.along[b]) + (a == b ? 0.0 : normal.dot(mixed));
    level.slope = std::max(level.slope, std::abs(normal.dot(level.along[a])) / level.along[a].norm());
  }
  level.is_least = bend(0, 0) > 0 && bend.determinant() > 0;
  level.rounding = kLevelToRounding + kPlaceToRounding * curvature.norm();
  if (level.is_least) level.inverse = bend.inverse();
  return level;
}

Vec2 LevelPoint::way_down(const Vec3& normal) const {
  Vec2 fall = Vec2::Zero();
  for (int a = 0; a < ways; ++a) fall[a] = normal.dot(along[a]);
  if (is_least) return -inverse * fall;
  for (int a = 0; a < ways; ++a) fall[a] /= kLeastBend * along[a].squaredNorm();
  return -fall;
}

namespace {

/// Newton's method, by shorter steps where whole ones do not lead down.
bool go_down(const PosedShape& obstacle, const Points& x, DeepPoint& deep) {
  DeepPoint now = deep;
  now.at = obstacle.distance_to(now.point.at(x));
  const auto level_at = [&](const DeepPoint& p) {
    return level_point(p.point, x, p.at.normal, curvature_at(obstacle, p.point.at(x)));
  };
  LevelPoint level = level_at(now);
  for (int k = 0; k < kMostNewtonSteps; ++k) {
    const Vec2 way = level.way_down(now.at.normal), here = coordinates_of(now.point);
    const bool is_last = level.is_least && level.slope <= kNearlyLevel;
    bool goes_on = false;
    for (double length = 1; length > kShortest && !goes_on; length /= 2) {
      DeepPoint next = now;
      if (!set_coordinates(here + length * way, next.point)) continue;
      next.at = obstacle.distance_to(next.point.at(x));
      const LevelPoint there = level_at(next);
      goes_on = is_last || next.at.distance < now.at.distance || there.slope < level.slope;
      if (!goes_on) continue;
      now = next;
      level = there;
    }
    if (!goes_on) return false;
    if (is_last) break;
  }
  if (!level.is_level()) return false;
  deep = now;
  return true;
}

}  // namespace

bool make_level(const PosedShape& obstacle, const Points& x, DeepPoint& deep) {
  if (go_down(obstacle, x, deep)) return true;
  DeepPoint found = deep;
  if (deep.point.count == 2)
    halve_edge(obstacle, x, found);
  else
    halve_both(obstacle, x, found);
  if (!go_down(obstacle, x, found)) return false;
  deep = found;
  return true;
}

}  // namespace isocloth
