#include "isocloth/contact/deepest_point.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// Slopes below this count as level: over an edge of 5 cm they hide 25 µm at most.
constexpr double kLevel = 1e-3;

constexpr int kMostHalvings = 12;

/// Rounds of the search in an element, each along ξ and η.
constexpr int kRounds = 3;

/// A point of an element by its reference coordinates in [0, 1]².
struct ElementPoint {
  const Points& x;
  const Element& element;
  int corners = corner_count(element);

  Vec3 corner(int c) const { return x.row(element[c]).transpose(); }

  std::array<double, 4> weights(double xi, double eta) const {
    if (corners == 3) return {1 - xi - eta, xi, eta, 0};
    return {(1 - xi) * (1 - eta), xi * (1 - eta), xi * eta, (1 - xi) * eta};
  }

  Vec3 at(double xi, double eta) const {
    const auto w = weights(xi, eta);
    Vec3 sum = Vec3::Zero();
    for (int c = 0; c < corners; ++c) sum += w[c] * corner(c);
    return sum;
  }

  Vec3 along(int axis, double xi, double eta) const {
    if (corners == 3) return corner(axis + 1) - corner(0);
    return axis == 0 ? Vec3((1 - eta) * (corner(1) - corner(0)) + eta * (corner(2) - corner(3)))
                     : Vec3((1 - xi) * (corner(3) - corner(0)) + xi * (corner(2) - corner(1)));
  }

  /// Largest value of one coordinate while the other is `other`.
  double end(double other) const { return corners == 3 ? 1 - other : 1; }
};

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

}  // namespace

std::optional<DeepPoint> deepest_on_edge(const PosedShape& obstacle, const Points& x, const Edge& edge,
                                         const SignedDistance& at_first, const SignedDistance& at_second) {
  const Vec3 a = x.row(edge[0]).transpose(), b = x.row(edge[1]).transpose();
  const Vec3 direction = (b - a).normalized();
  SignedDistance found;
  const auto slope = [&](double t) {
    found = obstacle.distance_to(a + t * (b - a));
    return found.normal.dot(direction);
  };
  const double first = at_first.normal.dot(direction), second = at_second.normal.dot(direction);
  double low = 0, high = 1, t = 0.5;
  const double middle = slope(t);
  if (std::abs(middle) > kLevel) {
    (middle < 0 ? low : high) = t;
    const bool crosses = middle < 0 ? second > kLevel : first < -kLevel;
    if (!crosses) return std::nullopt;
    t = where_level(low, high, slope);
  }
  if (found.distance >= std::min(at_first.distance, at_second.distance)) return std::nullopt;
  return DeepPoint{{{edge[0], edge[1], kNoNode, kNoNode}, {1 - t, t, 0, 0}, 2}, found};
}

std::optional<DeepPoint> deepest_in_element(const PosedShape& obstacle, const Points& x,
                                            const Element& element, double limit) {
  const ElementPoint point{x, element};
  double at[2] = {0.5, 0.5};
  if (point.corners == 3) at[0] = at[1] = 1.0 / 3;
  SignedDistance found = obstacle.distance_to(point.at(at[0], at[1]));
  double radius = 0;
  for (int c = 0; c < point.corners; ++c)
    radius = std::max(radius, (point.corner(c) - point.at(at[0], at[1])).norm());
  const Vec3 u = point.along(0, at[0], at[1]), v = point.along(1, at[0], at[1]);
  const Vec3 normal = u.cross(v).normalized();
  const double steepest = found.normal.cross(normal).norm();  // of the distance along the element
  if (found.distance - radius * std::min(1.0, steepest) >= limit) return std::nullopt;

  for (int round = 0; round < kRounds; ++round) {
    bool moved = false;
    for (int axis = 0; axis < 2; ++axis) {
      const double end = point.end(at[1 - axis]);
      const auto slope = [&](double t) {
        double place[2] = {at[0], at[1]};
        place[axis] = t;
        found = obstacle.distance_to(point.at(place[0], place[1]));
        return found.normal.dot(point.along(axis, place[0], place[1]).normalized());
      };
      const double here = slope(at[axis]);
      if (std::abs(here) <= kLevel) continue;
      moved = true;
      const double other = here < 0 ? end : 0.0;
      if (slope(other) * here > 0)
        at[axis] = other;  // falls all the way to the boundary
      else
        at[axis] = here < 0 ? where_level(at[axis], end, slope) : where_level(0.0, at[axis], slope);
    }
    if (!moved) break;
  }
  const bool inside = std::min(at[0], at[1]) > 0 && at[0] < point.end(at[1]) && at[1] < point.end(at[0]);
  if (!inside || found.distance >= limit) return std::nullopt;
  return DeepPoint{{element, point.weights(at[0], at[1]), point.corners}, found};
}

}  // namespace isocloth
