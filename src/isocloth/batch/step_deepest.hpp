#pragma once

/// The deepest point of an edge or an element in an obstacle (contact/deepest_point.hpp), search by search as
/// it is there: each world ends its own when it has found what it looks for.

#include "isocloth/batch/step_shapes.hpp"
#include "isocloth/contact/deepest_limits.hpp"

namespace isocloth::batch {

template <class E>
ISOCLOTH_ANYWHERE inline Distance<E> choose_distance(typename E::Mask mask, const Distance<E>& a,
                                                     const Distance<E>& b) {
  return {mask ? a.length : b.length, choose(mask, a.normal, b.normal)};
}

template <class E>
ISOCLOTH_ANYWHERE inline Three<typename E::Real> normalized(Three<typename E::Real> a) {
  using Real = typename E::Real;
  const Real square = dot(a, a), one = real<E>(1);
  return (one / E::sqrt(square > 0 ? square : one)) * a;
}

/// An obstacle where it is at the end of the step.
template <class E>
struct Posed {
  const ShapeFacts& shape;
  Placed<E> placed;
  double half_thickness;  ///< of the cloth [m]

  /// Gap of a point of the cloth.
  ISOCLOTH_ANYWHERE Distance<E> gap_of(Three<typename E::Real> p) const {
    const Distance<E> at = distance_in_world(shape, placed, p);
    return {at.length - half_thickness, at.normal};
  }
};

template <class E>
struct Deep {
  typename E::Mask is_one, ends_level;  ///< see DeepPoint
  typename E::Real weights[4];
  Distance<E> at;  ///< gap and normal
};

/// Halves [low, high] to where the slope, negative at low and positive at high, changes sign, in the worlds
/// that run; slope(t, runs) was asked for last at the place that is returned.
template <class E, class Slope>
ISOCLOTH_ANYWHERE inline typename E::Real where_level(typename E::Real low, typename E::Real high,
                                                      typename E::Mask runs, const Slope& slope) {
  using Real = typename E::Real;
  Real found = low;
  for (int k = 1; E::any(runs); ++k) {
    const Real middle = 0.5 * (low + high), here = slope(middle, runs);
    const auto falls = here < 0;
    found = runs ? middle : found;
    runs = runs & ((size_of(here) <= kLevel) == 0);
    if (k == kMostHalvings) break;
    low = (runs & falls) ? middle : low;
    high = (runs & (falls == 0)) ? middle : high;
  }
  return found;
}

/// A search along an edge.
template <class E>
struct EdgeSearch {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Posed<E>& obstacle;
  Three<Real> from, way, direction;
  Distance<E> found, falling, rising;

  ISOCLOTH_ANYWHERE Real slope(Real t, Mask runs) {
    const Distance<E> here = obstacle.gap_of(from + t * way);
    const Real now = dot(here.normal, direction);
    const Mask falls = now < 0;
    found = choose_distance(runs, here, found);
    falling = choose_distance(runs & falls, here, falling);
    rising = choose_distance(runs & (falls == 0), here, rising);
    return now;
  }

  /// The last place from `level` on towards `end` that is level.
  ISOCLOTH_ANYWHERE Real end_of_level(Real level, Real end, Mask ends) {
    Real next = level + kLevelPoint * (end - level);
    for (Mask runs = ends; E::any(runs = runs & (size_of(Real(end - level)) > kNearEnd));) {
      const Mask is_level = size_of(slope(next, runs)) <= kLevel;
      level = (runs & is_level) ? next : level;
      end = (runs & (is_level == 0)) ? next : end;
      next = 0.5 * (level + end);
    }
    slope(level, ends);
    return level;
  }
};

/// Nothing where an end of the edge is as deep as any point between, unless a part that lies flat ends
/// between them.
template <class E>
ISOCLOTH_ANYWHERE inline Deep<E> deepest_on_edge(const Posed<E>& obstacle, Three<typename E::Real> a,
                                                 Three<typename E::Real> b, const Distance<E>& at_first,
                                                 const Distance<E>& at_second, typename E::Mask runs) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Three<Real> way = b - a, direction = normalized<E>(way);
  EdgeSearch<E> search{obstacle, a, way, direction, at_first, at_first, at_second};
  const Real half = real<E>(0.5), zero = {}, one = real<E>(1), middle = search.slope(half, runs);
  const Mask falls = middle<0, is_off = size_of(middle)> kLevel,
             turns = (falls & (dot(search.rising.normal, direction) > kLevel)) |
                     ((falls == 0) & (dot(search.falling.normal, direction) < -kLevel));
  const Mask halves = runs & is_off & turns;
  runs = runs & ((is_off & (turns == 0)) == 0);
  const Real level = where_level<E>(falls ? half : zero, falls ? one : half, halves,
                                    [&](Real t, Mask now) { return search.slope(t, now); });
  Real t = halves ? level : half;
  const Real ends = smaller(at_first.length, at_second.length), length = E::sqrt(dot(way, way));
  const Mask is_level = (size_of(dot(search.found.normal, direction)) <= kLevel) &
                        (search.found.length <= ends + kLevel * length);
  const Mask falls_first =
      dot(at_first.normal, direction)<-kLevel, rises_last = dot(at_second.normal, direction)> kLevel;
  const Mask ends_level = runs & is_level & (falls_first != rises_last);
  const Mask is_one = ends_level | (runs & (search.found.length < ends));
  if (E::any(ends_level)) {
    const Real end = search.end_of_level(t, rises_last ? one : zero, ends_level);
    t = ends_level ? end : t;
  }
  const Real down = -dot(search.falling.normal, direction), up = dot(search.rising.normal, direction);
  const Mask is_sharp = size_of(dot(search.found.normal, direction)) > kSharp,
             is_one_corner = dot(search.falling.normal, search.rising.normal) > kSameCorner;
  const Three<Real> both = normalized<E>(up * search.falling.normal + down * search.rising.normal);
  const Three<Real> one_of = choose(down < up, search.falling.normal, search.rising.normal);
  const Three<Real> across = choose(is_one_corner, both, one_of);
  return {is_one,
          ends_level,
          {one - t, t, zero, zero},
          {search.found.length, choose(is_sharp, across, search.found.normal)}};
}

/// A search in an element, by reference coordinates in [0, 1]²; on a triangle ξ + η ≤ 1.
template <class E>
struct ElementSearch {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Posed<E>& obstacle;
  int corners;
  Three<Real> corner[4];
  Real xi, eta;
  Distance<E> found;  ///< there
  Three<Real> bend;   ///< change of the normal along the last line, across where it ended

  ISOCLOTH_ANYWHERE void weigh(Real a, Real b, Real (&to)[4]) const {
    const Real zero = {}, far = 1 - a, left = 1 - b;
    const bool is_triangle = corners == 3;
    to[0] = is_triangle ? Real(far - b) : Real(far * left);
    to[1] = is_triangle ? a : Real(a * left);
    to[2] = is_triangle ? b : Real(a * b);
    to[3] = is_triangle ? zero : Real(far * b);
  }
  ISOCLOTH_ANYWHERE Three<Real> place(Real a, Real b) const {
    Real weights[4];
    weigh(a, b, weights);
    Three<Real> sum = {};
    for (int c = 0; c < corners; ++c) sum = sum + weights[c] * corner[c];
    return sum;
  }
  ISOCLOTH_ANYWHERE Three<Real> along_xi(Real b) const {
    const Three<Real> first = corner[1] - corner[0];
    return corners == 3 ? first : (1 - b) * first + b * (corner[2] - corner[3]);
  }
  ISOCLOTH_ANYWHERE Three<Real> along_eta(Real a) const {
    if (corners == 3) return corner[2] - corner[0];
    return (1 - a) * (corner[3] - corner[0]) + a * (corner[2] - corner[1]);
  }
  ISOCLOTH_ANYWHERE Mask has_inside() const {
    const Real farthest = corners == 3 ? Real(xi + eta) : larger(xi, eta);
    return (smaller(xi, eta) > kOnBoundary) & (farthest < 1 - kOnBoundary);
  }

  /// The largest s for which the place + s·way is in the element.
  ISOCLOTH_ANYWHERE Real reach(Real wx, Real wy) const {
    Real most = real<E>(1e9);
    const auto until = [&](Real room, Real speed) {
      const Mask nears = speed > 0;
      const Real time = larger(room, Real{}) / (nears ? speed : real<E>(1));
      most = nears ? smaller(most, time) : most;
    };
    until(xi, -wx);
    until(1 - xi, wx);
    until(eta, -wy);
    until(1 - eta, wy);
    if (corners == 3) until(1 - (xi + eta), wx + wy);
    return most;
  }

  ISOCLOTH_ANYWHERE Real slope(Real a, Real b, Real wx, Real wy, Mask runs) {
    const Distance<E> here = obstacle.gap_of(place(a, b));
    found = choose_distance(runs, here, found);
    return dot(here.normal, normalized<E>(wx * along_xi(b) + wy * along_eta(a)));
  }

  /// Moves along ± way to where the distance is least, in the worlds that run; returns where it was not yet.
  ISOCLOTH_ANYWHERE Mask search(Real wx, Real wy, Mask runs) {
    bend = choose(runs, Three<Real>{}, bend);
    const Real here = slope(xi, eta, wx, wy, runs);
    const Mask moves = runs & (size_of(here) > kLevel), backwards = here > 0;
    if (!E::any(moves)) return moves;
    wx = backwards ? -wx : wx;
    wy = backwards ? -wy : wy;
    const Real a = xi, b = eta, end = reach(wx, wy);
    Three<Real> falling = found.normal;
    xi = moves ? a + end * wx : xi;
    eta = moves ? b + end * wy : eta;
    const Mask turns = moves & (slope(xi, eta, wx, wy, moves) > 0);  // else it falls up to the boundary
    Three<Real> rising = found.normal;
    const Real s = where_level<E>(Real{}, end, turns, [&](Real t, Mask halves) {
      const Real now = slope(a + t * wx, b + t * wy, wx, wy, halves);
      falling = choose(halves & (now < 0), found.normal, falling);
      rising = choose(halves & ((now < 0) == 0), found.normal, rising);
      return now;
    });
    xi = turns ? a + s * wx : xi;
    eta = turns ? b + s * wy : eta;
    bend = choose(turns, rising - falling, bend);
    return moves & (turns | (end > 0));
  }

  /// Along the ridge where the last line ended at one, along the boundary where it ended there.
  ISOCLOTH_ANYWHERE Mask search_ridge(int last_axis, Mask runs) {
    const Real x = -dot(bend, along_eta(xi)), y = dot(bend, along_xi(eta)), length = E::sqrt(x * x + y * y);
    const Real one = real<E>(1), zero = {};
    const Mask is_ridge = length > 0;
    Real wx = last_axis == 0 ? zero : one, wy = last_axis == 0 ? one : zero;
    if (corners == 3) {
      const Mask at_slant = xi + eta > 1 - kOnBoundary;
      wx = at_slant ? one : wx;
      wy = at_slant ? -one : wy;
    }
    const Real over = one / (is_ridge ? length : one);
    return search(is_ridge ? over * x : wx, is_ridge ? over * y : wy, runs);
  }

  /// Line by line, along ξ or η and then along the ridge where that ended.
  ISOCLOTH_ANYWHERE void descend(Mask runs) {
    const Real one = real<E>(1), zero = {};
    Real before = found.length, before_that = before;
    for (int round = 0; round < kMostRounds && E::any(runs); ++round) {
      const int axis = round % 2;
      const Mask moved = search(axis == 0 ? one : zero, axis == 0 ? zero : one, runs);
      runs = runs & (search_ridge(axis, runs) | moved);
      if (round > 0) runs = runs & ((found.length > before_that - kSettledDepth) == 0);
      before_that = before;
      before = found.length;
    }
  }

  ISOCLOTH_ANYWHERE void start_at(Real a, Real b, Mask runs) {
    xi = runs ? a : xi;
    eta = runs ? b : eta;
    found = choose_distance(runs, obstacle.gap_of(place(xi, eta)), found);
  }

  /// To the deepest of a grid of points inside the element; returns its ξ and η.
  ISOCLOTH_ANYWHERE void start_at_samples(Mask runs, Real& a, Real& b) {
    Real least = real<E>(1e300);
    a = b = Real{};
    for (int i = 0; i < kSamples; ++i)
      for (int j = 0; j < kSamples; ++j) {
        const double s = (i + 0.5) / kSamples, t = (j + 0.5) / kSamples;
        if (corners == 3 && !(s + t < 1)) continue;
        const Real here = obstacle.gap_of(place(real<E>(s), real<E>(t))).length;
        const Mask is_deeper = here < least;
        least = is_deeper ? here : least;
        a = is_deeper ? real<E>(s) : a;
        b = is_deeper ? real<E>(t) : b;
      }
    start_at(a, b, runs);
  }
};

/// Nothing where the search ends at the element's boundary, or where the element can have no point below
/// `limit` [m].
template <class E>
ISOCLOTH_ANYWHERE inline Deep<E> deepest_in_element(const Posed<E>& obstacle, const InnerSite& site,
                                                    const typename E::Real* x, typename E::Real limit,
                                                    typename E::Mask runs) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  ElementSearch<E> search{obstacle, site.count, {}, {}, {}, {}, {}};
  for (int c = 0; c < site.count; ++c) search.corner[c] = three_at(x, site.nodes[c]);
  const Real centre = real<E>(site.count == 3 ? 1.0 / 3 : 0.5);
  search.start_at(centre, centre, centre == centre);
  Real square = {};
  for (int c = 0; c < site.count; ++c) {
    const Three<Real> way = search.corner[c] - search.place(centre, centre);
    square = larger(square, dot(way, way));
  }
  const auto across_there = [&] {
    return normalized<E>(cross(search.along_xi(search.eta), search.along_eta(search.xi)));
  };
  const Three<Real> slant = cross(search.found.normal, across_there());
  const double turns = obstacle.shape.inner_radius < 1e300 ? kTurns : 0;
  const Real steepest = smaller(Real(E::sqrt(dot(slant, slant)) + turns), real<E>(1));
  runs = runs & (search.found.length - E::sqrt(square) * steepest < limit);

  const auto misses = [&] { return runs & ((search.has_inside() & (search.found.length < limit)) == 0); };
  search.descend(runs);
  const Mask again = misses();
  if (E::any(again)) {
    Real a, b;
    search.start_at_samples(again, a, b);
    search.descend(again);
    search.start_at(a, b, again & misses());
  }
  const Three<Real> across = across_there(), tilt = cross(search.found.normal, across);
  const Real side = dot(across, search.found.normal);
  const Mask is_sharp = (E::sqrt(dot(tilt, tilt)) > kSharp) & (size_of(side) > kSameSide);
  const Three<Real> out = choose(side > 0, across, -1.0 * across);
  Deep<E> deep{Mask(runs & (search.found.length < limit)), Mask(limit != limit), {}, search.found};
  deep.at.normal = choose(is_sharp, out, search.found.normal);
  search.weigh(search.xi, search.eta, deep.weights);
  return deep;
}

}  // namespace isocloth::batch
