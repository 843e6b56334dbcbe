#pragma once

/// The deepest point of an element of cloth that can be squeezed (Contacts::deepest_of): a node that is not
/// held, a point of an edge, or one inside.

#include "isocloth/batch/step_inside.hpp"

namespace isocloth::batch {

/// What pokes between the points of an element: nothing, a corner (from 0), one of its edges, or what is
/// inside.
inline constexpr int kNothing = -1, kAnEdge = 4, kInside = 8;

/// An element and an obstacle that is not flat. Contacts there are what pokes inside, then its points.
struct NearElement {
  int obstacle, element, choice;  ///< index of its choice
  int inside, points, count;

  ISOCLOTH_ANYWHERE static NearElement of(const Tables& t, int o, int k) {
    const int first = contacts_of_nodes(t) + t.sites_of[o].elements + kSoftSites * k;
    return {o, k, o * t.elements + k, first, first + 1, kPointsPerQuarter * t.element[k].corners};
  }
};

/// Whether the distance falls from a corner of an element into it (falls_inwards() of deepest_point.hpp).
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Mask falls_from_corner(const InnerSite& site, int corner,
                                                            Three<typename E::Real> normal,
                                                            const typename E::Real* x) {
  using Real = typename E::Real;
  typename E::Mask falls = normal.x != normal.x;
  for (int c = 0; c < site.count; ++c) {
    if (c == corner) continue;
    const Three<Real> way = three_at(x, site.nodes[c]) - three_at(x, site.nodes[corner]);
    falls = falls | (dot(normal, way) / E::sqrt(dot(way, way)) < -kLevel);
  }
  return falls;
}

/// … and from a point of the edge behind a corner, where it is level along that.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Mask falls_from_edge(const Tables& t, const InnerSite& site, int side,
                                                          const typename E::Real* weights,
                                                          Three<typename E::Real> normal,
                                                          const typename E::Real* x) {
  using Real = typename E::Real;
  const int next = (side + 1) % site.count, ends[2] = {side, next};
  const int across[2] = {(side + site.count - 1) % site.count, (next + 1) % site.count};
  const bool is_turned = t.site[site.edges[side]].nodes[0] != site.nodes[side];
  const auto at = [&](int corner) { return three_at(x, site.nodes[corner]); };
  const auto slope = [&](Three<Real> way) { return Real(dot(normal, way) / E::sqrt(dot(way, way))); };
  Three<Real> inwards = {};
  for (int e = 0; e < 2; ++e)
    inwards = inwards + weights[is_turned ? 1 - e : e] * (at(across[e]) - at(ends[e]));
  return (size_of(slope(at(next) - at(side))) > kLevel) | (slope(inwards) < -kLevel);
}

/// The deepest point of an element, as far as it was looked for.
template <class E>
struct PokingPoint {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  Real gap, which;  ///< which: as `poking`
  Mask pressed;     ///< it did in the last step
  Mask falls;       ///< the distance falls from there into the element
  Real weights[4];  ///< of the nodes of its edge or element

  ISOCLOTH_ANYWHERE void put(Mask mask, Real length, int point, const Real* point_weights, Mask presses,
                             Mask goes_down) {
    gap = mask ? length : gap;
    which = mask ? real<E>(point) : which;
    pressed = (mask & presses) | ((mask == 0) & pressed);
    falls = (mask & goes_down) | ((mask == 0) & falls);
    for (int k = 0; k < 4; ++k) weights[k] = mask ? point_weights[k] : weights[k];
  }
};

/// The deepest point of an edge as an element sees it: where one before it pokes there since an earlier
/// search, that one's.
template <class E>
ISOCLOTH_ANYWHERE inline Distance<E> edge_as_seen(const World<E>& w, const NearElement& at, int edge,
                                                  const typename E::Real* x, typename E::Real (&weights)[4]) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const InnerSite& site = t.site[edge];
  const int c = contacts_of_nodes(t) + edge;
  Distance<E> seen{w.found_gap()[c], three_at(w.found_normal(), c)};
  for (int k = 0; k < 4; ++k) weights[k] = w.found_weights()[4 * edge + k];
  for (int k = site.part == 0 ? 0 : t.edge_places_end[site.part - 1]; k < t.edge_places_end[site.part]; ++k) {
    const PlaceInElement& place = t.edge_places[k];
    if (place.element >= at.element) break;
    const int other = at.obstacle * t.elements + place.element;
    const auto pokes = w.kept_poking()[other] == real<E>(kAnEdge + place.place);
    if (!E::any(pokes)) continue;
    for (int m = 0; m < 2; ++m) weights[m] = pokes ? w.chosen_weights()[4 * other + m] : weights[m];
    const Three<Real> point =
        weights[0] * three_at(x, site.nodes[0]) + weights[1] * three_at(x, site.nodes[1]);
    seen = choose_distance(pokes, posed_obstacle(w, at.obstacle).gap_of(point), seen);
  }
  return seen;
}

template <class E>
ISOCLOTH_ANYWHERE PokingPoint<E> deepest_of(const World<E>& w, const NearElement& at,
                                            const typename E::Real* x, typename E::Mask runs) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Tables& t = w.tables;
  const InnerSite& site = t.site[at.inside - contacts_of_nodes(t)];
  const Mask never = runs & (runs == 0);
  Real weights[4] = {};
  PokingPoint<E> deepest{real<E>(1e300), real<E>(kNothing), never, never, {}};
  for (int c = 0; c < site.count; ++c) {
    const Distance<E> node = found_at_node(w, at.obstacle, site.nodes[c]);
    const Mask is_deeper = runs & (is_held(w, site.nodes[c]) == 0) & (node.length < deepest.gap);
    if (E::any(is_deeper))
      deepest.put(is_deeper, node.length, c, weights, w.pressed()[at.obstacle * t.nodes + site.nodes[c]] > 0,
                  falls_from_corner<E>(site, c, node.normal, x));
    const int edge = site.edges[c], contact = contacts_of_nodes(t) + edge;
    Mask has_deep = runs & (w.found()[contact] > 0);
    if (!E::any(has_deep)) continue;
    const Distance<E> seen = edge_as_seen(w, at, edge, x, weights);
    deepest.put(has_deep & (seen.length < deepest.gap), seen.length, kAnEdge + c, weights,
                w.pressed()[contact] > 0, falls_from_edge<E>(t, site, c, weights, seen.normal, x));
  }
  const Real limit = deepest.gap - kDeeper;
  const Mask searches =
      runs & (deepest.falls | (deepest.which == kNothing)) & (least_in_element(w, site, x) <= limit);
  if (!E::any(searches)) return deepest;
  const Deep<E> deep = deepest_in_element(posed_obstacle(w, at.obstacle), site, x, limit, searches);
  deepest.put(deep.is_one, deep.at.length, kInside, deep.weights, w.pressed()[at.inside] > 0, never);
  return deepest;
}

}  // namespace isocloth::batch
