#include "isocloth/contact/deepest_point.hpp"

#include <algorithm>
#include <cmath>

namespace isocloth {
namespace {

/// Slopes below this count as level: over an edge of 5 cm they hide 25 µm at most.
constexpr double kLevel = 1e-5;

constexpr int kMostHalvings = 24;

/// The search keeps this far from the sides, which have sites of their own; in reference coordinates, as a
/// way that is not worth going.
constexpr double kRim = 0.02, kNoWay = 1e-6;

/// The distance may fall this much faster than at the middle of the element, as its slope turns within it.
constexpr double kCurved = 0.5;

/// The search in an element begins at the deepest of so many points along each side.
constexpr int kSamples = 5;

/// Rounds of the search in an element, each along every direction.
constexpr int kRounds = 6;

/// Directions of the search, in reference coordinates: with both diagonals, so that it does not end on the
/// flank of a valley that runs across the element, as over the edge of a box.
constexpr double kDirections[4][2] = {{1, 0}, {0, 1}, {1, -1}, {1, 1}};

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

  Vec3 along(const double (&direction)[2], double xi, double eta) const {
    if (corners == 3) return direction[0] * (corner(1) - corner(0)) + direction[1] * (corner(2) - corner(0));
    return direction[0] * ((1 - eta) * (corner(1) - corner(0)) + eta * (corner(2) - corner(3))) +
           direction[1] * ((1 - xi) * (corner(3) - corner(0)) + xi * (corner(2) - corner(1)));
  }

  /// Distances from the element's sides, in reference coordinates.
  std::array<double, 4> from_sides(double xi, double eta) const {
    if (corners == 3) return {xi, eta, 1 - xi - eta, 1};
    return {xi, eta, 1 - xi, 1 - eta};
  }

  /// How far one can go from a point of the element before coming to its rim.
  double end(const double (&direction)[2], double xi, double eta, double sign) const {
    const auto here = from_sides(xi, eta),
               next = from_sides(xi + sign * direction[0], eta + sign * direction[1]);
    double most = 1;
    for (int k = 0; k < 4; ++k)
      if (next[k] < here[k]) most = std::min(most, (here[k] - kRim) / (here[k] - next[k]));
    return sign * std::max(0.0, most);
  }
};

/// Halves [low, high] to where the slope of the distance, which is negative at low and positive at high,
/// changes sign.
template <class Slope>
double where_level(double low, double high, const Slope& slope) {
  double middle = 0.5 * (low + high);
  for (int k = 0; k < kMostHalvings; ++k) {
    const double here = slope(middle);
    if (std::abs(here) <= kLevel) break;
    (here < 0 ? low : high) = middle;
    middle = 0.5 * (low + high);
  }
  return middle;
}

/// Moves a point of an element to where the distance is least nearby.
void go_downhill(const PosedShape& obstacle, const ElementPoint& point, double (&at)[2],
                 SignedDistance& lowest) {
  bool moved = true;
  for (int round = 0; round < kRounds && moved; ++round) {
    moved = false;
    for (const auto& direction : kDirections) {
      SignedDistance found;
      const auto slope = [&](double t) {
        const double xi = at[0] + t * direction[0], eta = at[1] + t * direction[1];
        found = obstacle.distance_to(point.at(xi, eta));
        return found.normal.dot(point.along(direction, xi, eta).normalized());
      };
      const double here = slope(0);
      if (std::abs(here) <= kLevel) continue;
      const double end = point.end(direction, at[0], at[1], here < 0 ? 1 : -1);
      if (std::abs(end) < kNoWay) continue;
      double t = end;
      if (slope(end) * here < 0) {
        t = here < 0 ? where_level(0, end, slope) : where_level(end, 0, slope);
        slope(t);
      }
      if (found.distance >= lowest.distance) continue;
      moved = true;
      lowest = found;
      at[0] += t * direction[0];
      at[1] += t * direction[1];
    }
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
  const Vec3 u = point.along(kDirections[0], at[0], at[1]), v = point.along(kDirections[1], at[0], at[1]);
  const Vec3 normal = u.cross(v).normalized();
  const double steepest = found.normal.cross(normal).norm();  // of the distance along the element
  if (found.distance - radius * std::min(1.0, steepest + kCurved) >= limit) return std::nullopt;

  for (int i = 0; i < kSamples; ++i)
    for (int j = 0; j < kSamples; ++j) {
      const double xi = (i + 0.5) / kSamples, eta = (j + 0.5) / kSamples;
      if (point.from_sides(xi, eta)[2] < kRim) continue;
      const SignedDistance sample = obstacle.distance_to(point.at(xi, eta));
      if (sample.distance >= found.distance) continue;
      found = sample;
      at[0] = xi;
      at[1] = eta;
    }
  go_downhill(obstacle, point, at, found);
  if (found.distance >= limit) return std::nullopt;
  return DeepPoint{{element, point.weights(at[0], at[1]), point.corners}, found};
}

}  // namespace isocloth
