#pragma once

/// Where the area of a cloth stands that can be squeezed (contact/area_points.cpp): element by element, by
/// the same choices. Elements are shared out at once; each may then choose what pokes, knowing what those
/// before it had chosen; last, nodes, edges and points take their areas.

#include "isocloth/batch/step_poking.hpp"

namespace isocloth::batch {

/// How the area of an element is shared out: not at all, to its nodes, to points of its own; or that is to be
/// chosen.
inline constexpr double kUnshared = 0, kToNodes = 1, kToPoints = 2, kToChoose = 3;

/// Weights of a point: of the quarter, or third, around a corner.
ISOCLOTH_ANYWHERE inline void weigh_quarter_point(int corners, int point, double (&weights)[4]) {
  const int corner = point / kPointsPerQuarter, next = (corner + 1) % corners,
            last = (corner + corners - 1) % corners;
  const double a = point % 2 == 0 ? 0.25 : 0.75, b = point % kPointsPerQuarter < 2 ? 0.25 : 0.75;
  for (int c = 0; c < 4; ++c) weights[c] = c < corners ? 1.0 / corners * (a * b) : 0;
  weights[corner] += (1 - a) * (1 - b) + 0.5 * (a * (1 - b) + b * (1 - a));
  weights[next] += 0.5 * a * (1 - b);
  weights[last] += 0.5 * b * (1 - a);
}

/// How far a point of the element can be from the nearest of its corners [m].
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real farthest_from_corners(const ElementFacts& element,
                                                                const typename E::Real* x) {
  using Real = typename E::Real;
  Real longest[2] = {};
  for (int c = 0; c < element.corners; ++c) {
    const int next = element.nodes[(c + 1) % element.corners];
    const Three<Real> side = three_at(x, next) - three_at(x, element.nodes[c]);
    longest[c % 2] = larger(longest[c % 2], E::sqrt(dot(side, side)));
  }
  return element.corners == 3 ? Real(2.0 / 3 * larger(longest[0], longest[1]))
                              : Real(0.5 * (longest[0] + longest[1]));
}

/// The deepest point of an edge that is deeper than its nodes: `found`, until areas are given out.
template <class E>
ISOCLOTH_ANYWHERE void find_deep_edge(const World<E>& w, int i, const typename E::Real* x,
                                      typename E::Mask runs) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const InnerSite& site = w.tables.site[i];
  const int c = contacts_of_nodes(w.tables) + i;
  const Distance<E> a = found_at_node(w, site.obstacle, site.nodes[0]),
                    b = found_at_node(w, site.obstacle, site.nodes[1]);
  const Three<Real> from = three_at(x, site.nodes[0]), to = three_at(x, site.nodes[1]), way = to - from;
  const Real limit = smaller(a.length, b.length) - kDeeper;
  const Mask is_near = smaller(a.length, b.length) <= kNodeReach + 0.5 * E::sqrt(dot(way, way)),
             turns = (dot(a.normal, b.normal) > 1 - kSameNormal) == 0;
  const Mask searches = runs & is_near & turns & (least_on_edge(a, b, way) <= limit);
  w.found()[c] = Real{};
  if (!E::any(searches)) return;
  const Deep<E> deep = deepest_on_edge(posed_obstacle(w, site.obstacle), from, to, a, b, searches);
  put_found(w, c, deep.is_one & (deep.at.length <= limit), deep.at, deep.weights);
}

/// The gap at the nearest and the farthest of an element's points.
template <class E>
struct GapsOfPoints {
  using Real = typename E::Real;
  Real least, most;

  ISOCLOTH_ANYWHERE static GapsOfPoints of(const World<E>& w, const NearElement& at) {
    GapsOfPoints gaps{real<E>(1e300), real<E>(-1e300)};
    for (int p = 0; p < at.count; ++p) {
      gaps.least = smaller(gaps.least, w.found_gap()[at.points + p]);
      gaps.most = larger(gaps.most, w.found_gap()[at.points + p]);
    }
    return gaps;
  }
};

template <class E>
ISOCLOTH_ANYWHERE inline void measure_points(const World<E>& w, const NearElement& at,
                                             const typename E::Real* x) {
  using Real = typename E::Real;
  const ElementFacts& element = w.tables.element[at.element];
  const Posed<E> obstacle = posed_obstacle(w, at.obstacle);
  for (int p = 0; p < at.count; ++p) {
    double weights[4];
    weigh_quarter_point(element.corners, p, weights);
    Real put[4];
    Three<Real> place = {};
    for (int c = 0; c < 4; ++c) {
      put[c] = real<E>(weights[c]);
      if (c < element.corners) place = place + weights[c] * three_at(x, element.nodes[c]);
    }
    put_found(w, at.points + p, put[0] != put[0], obstacle.gap_of(place), put);
  }
}

/// How an element is shared out, where that need not be chosen now.
template <class E>
ISOCLOTH_ANYWHERE void share_element(const World<E>& w, const NearElement& at, const typename E::Real* x,
                                     typename E::Mask runs, Finds finds) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Tables& t = w.tables;
  const ElementFacts& element = t.element[at.element];
  const Real none = {}, nothing = real<E>(kNothing);
  if (finds.is_first()) w.chosen()[at.choice] = none;
  for (int k = 0; k < kSoftSites; ++k) w.found()[at.inside + k] = none;
  const Real chosen = w.chosen()[at.choice], far = farthest_from_corners<E>(element, x);
  const Three<Real> normal = found_at_node(w, at.obstacle, element.nodes[0]).normal;
  Mask is_flat = chosen == none;
  Real nearest = real<E>(1e300), sum = {};
  Three<Real> middle = {};
  for (int c = 0; c < element.corners; ++c) {
    const Distance<E> corner = found_at_node(w, at.obstacle, element.nodes[c]);
    nearest = smaller(nearest, corner.length);
    sum = sum + corner.length;
    middle = middle + three_at(x, element.nodes[c]);
    is_flat = is_flat & (dot(normal, corner.normal) > 1 - kSameNormal);
  }
  Mask is_near = runs & ((nearest - far > kNodeReach) == 0);
  w.sharing()[at.choice] = real<E>(kUnshared);
  w.poking()[at.choice] = w.kept_poking()[at.choice] = nothing;
  if (!E::any(is_near)) return;
  const Posed<E> obstacle = posed_obstacle(w, at.obstacle);
  const Real beyond = least_in_element(w, t.site[at.inside - contacts_of_nodes(t)], x);
  is_near = is_near & (is_flat | (chosen == kToNodes) | ((beyond > kInnerReach) == 0));
  const double share = 1.0 / element.corners;
  is_flat = is_flat & (obstacle.gap_of(share * middle).length > share * sum - kDeeper);
  const Mask is_shared_out = is_near & (is_flat == 0);
  w.sharing()[at.choice] = is_near ? real<E>(kToNodes) : real<E>(kUnshared);
  if (!E::any(is_shared_out)) return;

  measure_points(w, at, x);
  const Real least = GapsOfPoints<E>::of(w, at).least;
  const Mask made_elsewhere = size_of(Real(least - w.chosen_least()[at.choice])) > kMadeElsewhere * t.range;
  Mask is_chosen = is_shared_out & (chosen != none);
  if (finds.count <= kFindsToChoose) is_chosen = is_chosen & (made_elsewhere == 0);
  // between the points, of which there are four along each side, the cloth can be this much deeper
  const Mask is_high = least - 0.25 * far > t.range;
  const Real open = is_high ? real<E>(kToPoints) : real<E>(kToChoose);
  const Real shared = is_chosen ? chosen : open;
  w.sharing()[at.choice] = is_shared_out ? shared : w.sharing()[at.choice];
  const Real pokes = (is_chosen & (chosen == kToPoints)) ? w.chosen_poking()[at.choice] : nothing;
  w.poking()[at.choice] = w.kept_poking()[at.choice] = pokes;
  for (int k = 0; k < 4; ++k) w.poking_weights()[4 * at.choice + k] = w.chosen_weights()[4 * at.choice + k];
}

/// How an element is shared out that something presses on: until the step ends.
template <class E>
ISOCLOTH_ANYWHERE void choose_sharing(const World<E>& w, const NearElement& at, const typename E::Real* x) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Tables& t = w.tables;
  const Mask chooses = w.sharing()[at.choice] == kToChoose;
  if (!E::any(chooses)) return;
  GapsOfPoints<E> gaps = GapsOfPoints<E>::of(w, at);
  const PokingPoint<E> deep = deepest_of(w, at, x, chooses);
  for (int c = 0; c < t.element[at.element].corners; ++c)
    gaps.most = larger(gaps.most, found_at_node(w, at.obstacle, t.element[at.element].nodes[c]).length);
  const Real deepest = smaller(gaps.least, deep.gap);
  const Mask is_even = gaps.most - deepest < kEvenShare * t.range,
             pokes = deep.gap < gaps.least - (deep.pressed ? real<E>(kEvenShare) : real<E>(kPokes)) * t.range,
             stays = chooses & (deepest < t.range);
  const Real kind = is_even ? real<E>(kToNodes) : real<E>(kToPoints),
             poking = pokes ? deep.which : real<E>(kNothing);
  const auto set = [&](Real& to, Mask mask, Real value) { to = mask ? value : to; };
  set(w.sharing()[at.choice], chooses, kind);
  set(w.poking()[at.choice], chooses, poking);
  set(w.chosen()[at.choice], stays, kind);
  set(w.chosen_poking()[at.choice], stays, poking);
  set(w.chosen_least()[at.choice], stays, gaps.least);
  for (int k = 0; k < 4; ++k) {
    set(w.poking_weights()[4 * at.choice + k], chooses, deep.weights[k]);
    set(w.chosen_weights()[4 * at.choice + k], stays, deep.weights[k]);
  }
}

/// Area that an element has for its points, each; for what pokes, as much as if nothing did.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real area_of_points(const World<E>& w, const NearElement& at) {
  using Real = typename E::Real;
  const Real area = real<E>(w.tables.element[at.element].quarter_area / kPointsPerQuarter);
  return w.poking()[at.choice] >= 0 ? area * (1 - 1.0 / at.count) : area;
}

/// Contacts of an element whose area stands at its points.
template <class E>
ISOCLOTH_ANYWHERE void give_to_points(const World<E>& w, const NearElement& at, const typename E::Real* x) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Tables& t = w.tables;
  const Mask has_points = w.sharing()[at.choice] == kToPoints;
  if (!E::any(has_points)) return;
  const Real none = {}, one = real<E>(1), area = area_of_points(w, at);
  for (int p = 0; p < at.count; ++p) {
    const int c = at.points + p;
    w.found()[c] = (has_points & (w.found_gap()[c] < kInnerReach)) ? one : none;
    w.found_area()[c] = area;
  }
  const Mask pokes = has_points & (w.poking()[at.choice] == kInside);
  if (!E::any(pokes)) return;
  const InnerSite& site = t.site[at.inside - contacts_of_nodes(t)];
  Real weights[4];
  SitePoint<E> point{site.count, {}, {}};
  for (int k = 0; k < 4; ++k) weights[k] = w.poking_weights()[4 * at.choice + k];
  for (int k = 0; k < site.count; ++k) point.nodes[k] = site.nodes[k], point.weights[k] = weights[k];
  const Distance<E> inside = posed_obstacle(w, at.obstacle).gap_of(point.at(x));
  put_found(w, at.inside, pokes & (inside.length < kNodeReach), inside, weights);
  w.found_area()[at.inside] = real<E>(t.element[at.element].quarter_area / kPointsPerQuarter);
}

/// Area that elements around a node give it: their quarters there, or of one that it pokes between.
template <class E>
ISOCLOTH_ANYWHERE void give_to_node(const World<E>& w, int o, int node) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const int c = o * t.nodes + node;
  const bool is_flat = t.sites_of[o].begin == t.sites_of[o].end;
  Real area = {};
  for (int k = node == 0 ? 0 : t.node_places_end[node - 1]; k < t.node_places_end[node]; ++k) {
    const PlaceInElement& place = t.node_places[k];
    const int choice = o * t.elements + place.element;
    const Real none = {}, quarter = real<E>(t.element[place.element].quarter_area);
    if (is_flat) {
      area = area + quarter;
      continue;
    }
    const Real part = w.poking()[choice] == real<E>(place.place) ? quarter / kPointsPerQuarter : none;
    area = area + (w.sharing()[choice] == kToNodes ? quarter : part);
  }
  w.found_area()[c] = area;
  w.found()[c] = area > 0 ? w.found()[c] : Real{};
}

/// … and that of an edge, at the point where it pokes.
template <class E>
ISOCLOTH_ANYWHERE void give_to_edge(const World<E>& w, int i, const typename E::Real* x) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const InnerSite& site = t.site[i];
  const int c = contacts_of_nodes(t) + i;
  Real area = {}, weights[4] = {};
  for (int k = site.part == 0 ? 0 : t.edge_places_end[site.part - 1]; k < t.edge_places_end[site.part]; ++k) {
    const PlaceInElement& place = t.edge_places[k];
    const int choice = site.obstacle * t.elements + place.element;
    const auto pokes =
        (w.sharing()[choice] == kToPoints) & (w.poking()[choice] == real<E>(kAnEdge + place.place));
    const Real part = real<E>(t.element[place.element].quarter_area / kPointsPerQuarter);
    area = pokes ? area + part : area;
    for (int m = 0; m < 2; ++m) weights[m] = pokes ? w.poking_weights()[4 * choice + m] : weights[m];
  }
  w.found_area()[c] = area;
  w.found()[c] = Real{};
  if (!E::any(area > 0)) return;
  const Distance<E> at =
      posed_obstacle(w, site.obstacle)
          .gap_of(weights[0] * three_at(x, site.nodes[0]) + weights[1] * three_at(x, site.nodes[1]));
  put_found(w, c, (area > 0) & (at.length < kNodeReach), at, weights);
}

/// Finds where areas stand at x, where nodes were measured, in the worlds that run.
template <class E>
ISOCLOTH_ANYWHERE void find_areas(const World<E>& w, const typename E::Real* x, typename E::Mask runs,
                                  Finds finds) {
  const Tables& t = w.tables;
  for (int o = 0; o < t.obstacles; ++o) {
    const InnerSites& sites = t.sites_of[o];
    if (sites.begin < sites.end) {
      const auto each_element = [&](const auto& body) {
        E::each(t.elements, [&](int k) { body(NearElement::of(t, o, k)); });
      };
      E::each(sites.elements - sites.begin, [&](int k) { find_deep_edge(w, sites.begin + k, x, runs); });
      each_element([&](const NearElement& at) { share_element(w, at, x, runs, finds); });
      each_element([&](const NearElement& at) { choose_sharing(w, at, x); });
      each_element([&](const NearElement& at) { give_to_points(w, at, x); });
      E::each(sites.elements - sites.begin, [&](int k) { give_to_edge(w, sites.begin + k, x); });
    }
    E::each(t.nodes, [&](int i) { give_to_node(w, o, i); });
  }
}

}  // namespace isocloth::batch
