#include "isocloth/contact/deepest_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isocloth {
namespace {

/// A point of an element by its reference coordinates in [0, 1]²; on a triangle ξ + η ≤ 1.
struct ElementPoint {
  const Points& x;
  const Element& element;
  int corners = corner_count(element);

  Vec3 corner(int c) const { return x.row(element[c]).transpose(); }

  std::array<double, 4> weights(const Vec2& at) const {
    const double xi = at[0], eta = at[1];
    if (corners == 3) return {1 - xi - eta, xi, eta, 0};
    return {(1 - xi) * (1 - eta), xi * (1 - eta), xi * eta, (1 - xi) * eta};
  }

  Vec3 place(const Vec2& at) const {
    const auto w = weights(at);
    Vec3 sum = Vec3::Zero();
    for (int c = 0; c < corners; ++c) sum += w[c] * corner(c);
    return sum;
  }

  /// ∂place/∂ξ or ∂place/∂η.
  Vec3 along(int axis, const Vec2& at) const {
    if (corners == 3) return corner(axis + 1) - corner(0);
    return axis == 0 ? Vec3((1 - at[1]) * (corner(1) - corner(0)) + at[1] * (corner(2) - corner(3)))
                     : Vec3((1 - at[0]) * (corner(3) - corner(0)) + at[0] * (corner(2) - corner(1)));
  }

  /// The largest s for which at + s·way is in the element.
  double reach(const Vec2& at, const Vec2& way) const {
    double most = 1e9;
    const auto until = [&](double room, double speed) {
      if (speed > 0) most = std::min(most, std::max(0.0, room) / speed);
    };
    for (int axis = 0; axis < 2; ++axis) {
      until(at[axis], -way[axis]);
      until(1 - at[axis], way[axis]);
    }
    if (corners == 3) until(1 - at.sum(), way.sum());
    return most;
  }

  bool has_inside(const Vec2& at) const {
    return at.minCoeff() > kOnBoundary && (corners == 3 ? at.sum() : at.maxCoeff()) < 1 - kOnBoundary;
  }
};

/// Whether the slopes at the ends of an edge tell that the distance to a convex obstacle, which is convex
/// along it, is nowhere less than at one of them: it never falls, never rises, or is level all along.
bool is_deepest_at_end(const SignedDistance& first, const SignedDistance& second, const Vec3& direction) {
  if (first.normal.isZero(0) || second.normal.isZero(0)) return false;  // far away: not known
  const double begins = first.normal.dot(direction), ends = second.normal.dot(direction);
  return begins > kLevel || ends < -kLevel || (begins >= -kLevel && ends <= kLevel);
}

/// Halves [low, high] to where the slope of the distance, which is negative at low and positive at high,
/// changes sign; the slope was asked for last at the place that is returned.
template <class Slope>
double where_level(double low, double high, const Slope& slope) {
  for (int k = 1;; ++k) {
    const double middle = 0.5 * (low + high), here = slope(middle);
    if (std::abs(here) <= kLevel || k == kMostHalvings) return middle;
    (here < 0 ? low : high) = middle;
  }
}

/// The last place from `level` on towards `end`, which is not level, whose slope is; the slope was asked for
/// last there.
template <class Slope>
double end_of_level(double level, double end, double precision, const Slope& slope) {
  double next = level + kLevelPoint * (end - level);
  while (std::abs(end - level) > precision) {
    (std::abs(slope(next)) <= kLevel ? level : end) = next;
    next = 0.5 * (level + end);
  }
  slope(level);
  return level;
}

/// A search for the least distance, line by line.
struct ElementSearch {
  const PosedShape& obstacle;
  const ElementPoint& point;
  Vec2 at;
  SignedDistance found = obstacle.distance_to(point.place(at));  ///< there
  Vec3 bend = Vec3::Zero();  ///< change of the normal along the last line, across where it ended

  void start_at(const Vec2& place) {
    at = place;
    found = obstacle.distance_to(point.place(at));
  }

  double slope(const Vec2& place, const Vec2& way) {
    found = obstacle.distance_to(point.place(place));
    return found.normal.dot((way[0] * point.along(0, place) + way[1] * point.along(1, place)).normalized());
  }

  /// Moves along ± way to where the distance is least; false where it is already.
  bool search(Vec2 way) {
    bend.setZero();
    const double here = slope(at, way);
    if (std::abs(here) <= kLevel) return false;
    if (here > 0) way = -way;
    const Vec2 start = at;
    const double end = point.reach(start, way);
    Vec3 falling = found.normal;
    at = start + end * way;
    if (slope(at, way) <= 0) return end > 0;  // falls all the way to the boundary
    Vec3 rising = found.normal;
    const double s = where_level(0.0, end, [&](double t) {
      const double now = slope(start + t * way, way);
      (now < 0 ? falling : rising) = found.normal;
      return now;
    });
    at = start + s * way;
    bend = rising - falling;
    return true;
  }

  /// Line by line, along ξ or η and then along the ridge where that ended.
  void descend() {
    double before = found.distance, before_that = before;
    for (int round = 0; round < kMostRounds; ++round) {
      const int axis = round % 2;
      const bool moved = search(Vec2::Unit(axis));
      if (!search(along_ridge(axis)) && !moved) return;
      if (round > 0 && found.distance > before_that - kSettledDepth) return;
      before_that = before;
      before = found.distance;
    }
  }

  /// The way along which the normal does not change as it did along the last line: conjugate to it where the
  /// distance is smooth, along the ridge where the line ended at one; along the boundary where it ended
  /// there.
  Vec2 along_ridge(int last_axis) const {
    const Vec2 way(-bend.dot(point.along(1, at)), bend.dot(point.along(0, at)));
    const double length = way.norm();
    if (length > 0) return way / length;
    const bool at_slant = point.corners == 3 && at.sum() > 1 - kOnBoundary;
    return at_slant ? Vec2(1, -1) : Vec2(Vec2::Unit(1 - last_axis));
  }
};

/// The deepest of a grid of points inside the element.
Vec2 deepest_sample(const PosedShape& obstacle, const ElementPoint& point) {
  Vec2 deepest = Vec2::Zero();
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kSamples; ++i)
    for (int j = 0; j < kSamples; ++j) {
      const Vec2 at((i + 0.5) / kSamples, (j + 0.5) / kSamples);
      if (!point.has_inside(at)) continue;
      const double distance = obstacle.distance_to(point.place(at)).distance;
      if (distance >= least) continue;
      least = distance;
      deepest = at;
    }
  return deepest;
}

}  // namespace

PosedShape posed(const Obstacle& obstacle, double time, double s) {
  const RigidPose pose = obstacle.pose(time, s);
  return {obstacle.shape.get(), pose, pose.rotation.toRotationMatrix()};
}

std::optional<DeepPoint> deepest_on_edge(const PosedShape& obstacle, const Points& x, const Edge& edge,
                                         const SignedDistance& at_first, const SignedDistance& at_second,
                                         bool exactly) {
  const Vec3 a = x.row(edge[0]).transpose(), b = x.row(edge[1]).transpose();
  const Vec3 direction = (b - a).normalized();
  if (obstacle.shape->is_convex() && is_deepest_at_end(at_first, at_second, direction)) return std::nullopt;
  SignedDistance found, falling = at_first, rising = at_second;
  const auto slope = [&](double t) {
    found = obstacle.distance_to(a + t * (b - a));
    const double here = found.normal.dot(direction);
    (here < 0 ? falling : rising) = found;
    return here;
  };
  double low = 0, high = 1, t = 0.5;
  const double middle = slope(t);
  if (std::abs(middle) > kLevel) {
    (middle < 0 ? low : high) = t;
    const bool crosses =
        middle < 0 ? rising.normal.dot(direction) > kLevel : falling.normal.dot(direction) < -kLevel;
    if (!crosses) return std::nullopt;
    t = where_level(low, high, slope);
  }
  const double ends = std::min(at_first.distance, at_second.distance);
  const bool is_level = std::abs(found.normal.dot(direction)) <= kLevel &&
                        found.distance <= ends + kLevel * (b - a).norm();  // no ridge of a torus
  const bool falls_first = at_first.normal.dot(direction) < -kLevel;
  const bool rises_last = at_second.normal.dot(direction) > kLevel;
  const bool ends_level = is_level && falls_first != rises_last;
  if (ends_level)
    t = end_of_level(t, rises_last ? 1.0 : 0.0, exactly ? kExactEnd : kNearEnd, slope);
  else if (found.distance >= ends)
    return std::nullopt;
  const double down = -falling.normal.dot(direction), up = rising.normal.dot(direction);
  if (std::abs(found.normal.dot(direction)) > kSharp) {
    const bool is_one_corner = falling.normal.dot(rising.normal) > kSameCorner;
    const Vec3 both = (up * falling.normal + down * rising.normal).normalized();  // across both edges
    found.normal = is_one_corner ? both : down < up ? falling.normal : rising.normal;
  }
  return DeepPoint{{{edge[0], edge[1], kNoNode, kNoNode}, {1 - t, t, 0, 0}, 2}, found, ends_level};
}

bool falls_inwards(const Points& x, const Element& element, const DeepPoint& boundary) {
  const int corners = corner_count(element);
  const SurfacePoint& point = boundary.point;
  const auto slope = [&](const Vec3& way) { return boundary.at.normal.dot(way) / way.norm(); };
  if (point.count == 1) {
    const Vec3 here = x.row(point.nodes[0]).transpose();
    for (int c = 0; c < corners; ++c)
      if (element[c] != point.nodes[0] && slope(x.row(element[c]).transpose() - here) < -kLevel) return true;
    return false;
  }
  const auto [first, second] = std::array{point.nodes[0], point.nodes[1]};
  if (std::abs(slope((x.row(second) - x.row(first)).transpose())) > kLevel) return true;  // not known
  Vec3 inwards = Vec3::Zero();
  for (int c = 0; c < corners; ++c) {
    const int next = element[(c + 1) % corners], last = element[(c + corners - 1) % corners];
    for (int end = 0; end < 2; ++end) {
      if (element[c] != point.nodes[end]) continue;
      const int across = next == point.nodes[1 - end] ? last : next;
      inwards += point.weights[end] * (x.row(across) - x.row(element[c])).transpose();
    }
  }
  return slope(inwards) < -kLevel;
}

std::optional<DeepPoint> deepest_in_element(const PosedShape& obstacle, const Points& x,
                                            const Element& element, double limit) {
  const ElementPoint point{x, element};
  const Vec2 centre = Vec2::Constant(point.corners == 3 ? 1.0 / 3 : 0.5);
  ElementSearch search{obstacle, point, centre};
  double radius = 0;
  for (int c = 0; c < point.corners; ++c)
    radius = std::max(radius, (point.corner(c) - point.place(centre)).norm());
  const Vec3 normal = point.along(0, centre).cross(point.along(1, centre)).normalized();
  const double steepest = search.found.normal.cross(normal).norm();  // of the distance along the element
  const double turns = std::isfinite(obstacle.shape->inner_radius()) ? kTurns : 0;  // not on a plane
  if (search.found.distance - radius * std::min(1.0, steepest + turns) >= limit) return std::nullopt;

  search.descend();
  if (!point.has_inside(search.at) || search.found.distance >= limit) {
    const Vec2 sample = deepest_sample(obstacle, point);
    search.start_at(sample);
    search.descend();
    if (!point.has_inside(search.at) || search.found.distance >= limit) search.start_at(sample);
  }
  if (search.found.distance >= limit) return std::nullopt;
  const Vec3 across = point.along(0, search.at).cross(point.along(1, search.at)).normalized();
  const double side = across.dot(search.found.normal);
  const bool is_sharp = search.found.normal.cross(across).norm() > kSharp;
  if (is_sharp && std::abs(side) > kSameSide) search.found.normal = side > 0 ? across : Vec3(-across);
  return DeepPoint{{element, point.weights(search.at), point.corners}, search.found};
}

}  // namespace isocloth
