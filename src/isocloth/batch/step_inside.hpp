#pragma once

/// Where hard cloth touches between its nodes (contact/contacts.cpp): at the deepest point of an edge that is
/// deeper than its ends, of an element that is deeper than its edges, and at those that pressed before.

#include "isocloth/batch/step_deepest.hpp"
#include "isocloth/batch/step_sites.hpp"
#include "isocloth/contact/contact_limits.hpp"
#include "isocloth/contact/soft_limits.hpp"

namespace isocloth::batch {

/// How often contacts were looked for in the step, this time included.
struct Finds {
  int count;

  ISOCLOTH_ANYWHERE bool is_first() const { return count == 1; }
};

/// How much deeper than its surroundings a point inside an edge or element must be (Contacts::margin).
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real deeper_by(const World<E>& w, int c, Finds finds) {
  using Real = typename E::Real;
  const Real listed = finds.is_first() ? Real{} : w.listed()[c];
  const Real force = listed > 0 ? w.gamma()[c] : w.pressed()[c];
  return force > 0 ? real<E>(-kDeeper) : real<E>(kDeeper);
}

template <class E>
ISOCLOTH_ANYWHERE inline Posed<E> posed_obstacle(const World<E>& w, int o) {
  return {w.tables.shape[o], placed_at<E>(w.placed_end(), o), w.tables.half_thickness};
}

/// What was found at a place inside an edge or element; whether it is to be a contact.
template <class E>
ISOCLOTH_ANYWHERE inline void put_found(const World<E>& w, int c, typename E::Mask is_one,
                                        const Distance<E>& at, const typename E::Real (&weights)[4]) {
  using Real = typename E::Real;
  const int inner = c - contacts_of_nodes(w.tables);
  w.found()[c] = is_one ? real<E>(1) : Real{};
  w.found_gap()[c] = at.length;
  put_three(w.found_normal(), c, at.normal);
  for (int i = 0; i < 4; ++i) w.found_weights()[4 * inner + i] = weights[i];
}

/// Gap and normal that were measured at a node.
template <class E>
ISOCLOTH_ANYWHERE inline Distance<E> found_at_node(const World<E>& w, int o, int node) {
  const int c = o * w.tables.nodes + node;
  return {w.found_gap()[c], three_at(w.found_normal(), c)};
}

/// The least gap that a point of an edge can have, as the distance of convex shapes is above its tangents at
/// both nodes.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real least_on_edge(const Distance<E>& a, const Distance<E>& b,
                                                        Three<typename E::Real> way) {
  using Real = typename E::Real;
  const Real falls = larger(Real(-dot(a.normal, way)), Real{}), rises = larger(dot(b.normal, way), Real{});
  const Real both = larger(Real(falls + rises), real<E>(1e-300));
  const Real s = smaller(larger(Real((a.length - b.length + rises) / both), Real{}), real<E>(1));
  return larger(Real(a.length - s * falls), Real(b.length - (1 - s) * rises));
}

/// The same of an element.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real least_in_element(const World<E>& w, const InnerSite& site,
                                                           const typename E::Real* x) {
  using Real = typename E::Real;
  Real least = real<E>(-1e300);
  for (int c = 0; c < site.count; ++c) {
    const Distance<E> at = found_at_node(w, site.obstacle, site.nodes[c]);
    Real nearer = {};
    for (int k = 0; k < site.count; ++k)
      nearer = smaller(nearer, dot(at.normal, three_at(x, site.nodes[k]) - three_at(x, site.nodes[c])));
    least = larger(least, Real(at.length + nearer));
  }
  return least;
}

template <class E>
ISOCLOTH_ANYWHERE void find_on_edge(const World<E>& w, int i, const typename E::Real* x,
                                    typename E::Mask runs, Finds finds) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const InnerSite& site = w.tables.site[i];
  const int c = contacts_of_nodes(w.tables) + i;
  const Distance<E> a = found_at_node(w, site.obstacle, site.nodes[0]),
                    b = found_at_node(w, site.obstacle, site.nodes[1]);
  const Three<Real> from = three_at(x, site.nodes[0]), to = three_at(x, site.nodes[1]), way = to - from;
  const Real ends = smaller(a.length, b.length), least = least_on_edge(a, b, way);
  const Real deeper = deeper_by(w, c, finds);
  const double* const core = w.tables.shape[site.obstacle].core;
  // only where there are flat parts may one of them end between the nodes, as deep as they are
  const bool has_flat_parts = core[0] + core[1] + core[2] > 0;
  const Mask turns = 1 - dot(a.normal, b.normal) > kSameNormal;
  const Mask may_be_deeper =
      has_flat_parts ? Mask(turns & (least < ends + kDeeper)) : Mask(least <= ends - deeper);
  const Mask is_near = 0.5 * (a.length + b.length - E::sqrt(dot(way, way))) <= kInnerReach;
  const Mask searches = runs & may_be_deeper & is_near;
  w.edge_gap()[i] = ends;
  w.ends_level()[i] = Real{};
  w.found()[c] = Real{};
  if (!E::any(searches)) return;
  const Deep<E> deep = deepest_on_edge(posed_obstacle(w, site.obstacle), from, to, a, b, searches);
  const Real by = deep.ends_level ? real<E>(-kDeeper) : deeper;
  const Mask counts = deep.is_one & (deep.at.length <= ends - by);
  const Mask is_contact = counts & (deep.at.length < kInnerReach);
  w.edge_gap()[i] = counts ? smaller(ends, deep.at.length) : ends;
  w.ends_level()[i] = (is_contact & deep.ends_level) ? real<E>(1) : Real{};
  put_found(w, c, is_contact, deep.at, deep.weights);
}

template <class E>
ISOCLOTH_ANYWHERE void find_in_element(const World<E>& w, int i, const typename E::Real* x,
                                       typename E::Mask runs, Finds finds) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const InnerSite& site = w.tables.site[i];
  const int c = contacts_of_nodes(w.tables) + i;
  Real limit = real<E>(kInnerReach + kDeeper), at_level = {};
  for (int k = 0; k < site.count; ++k) {
    limit = smaller(limit, w.edge_gap()[site.edges[k]]);
    at_level = larger(at_level, w.ends_level()[site.edges[k]]);
  }
  limit = limit - (at_level > 0 ? real<E>(kDeeper) : deeper_by(w, c, finds));
  const Mask searches = runs & (least_in_element(w, site, x) <= limit - kUnnoticed);
  w.found()[c] = Real{};
  if (!E::any(searches)) return;
  const Deep<E> deep = deepest_in_element(posed_obstacle(w, site.obstacle), site, x, limit, searches);
  put_found(w, c, deep.is_one, deep.at, deep.weights);
}

/// What pressed stays, also where another point is deepest now (Contacts::keep_pressed).
template <class E>
ISOCLOTH_ANYWHERE void keep_pressed(const World<E>& w, int i, const typename E::Real* x,
                                    typename E::Mask runs, Finds finds) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Tables& t = w.tables;
  const int own = contacts_of_nodes(t) + i, kept = own + t.inner;
  w.found()[kept] = Real{};
  if (finds.count <= kFindsToTell) return;
  const Mask was_kept = w.listed()[kept] > 0,
             stays = runs & (was_kept | ((w.listed()[own] > 0) & (w.gamma()[own] > 0)));
  if (!E::any(stays)) return;
  Real weights[4], farthest = {};
  for (int k = 0; k < 4; ++k) {
    weights[k] = was_kept ? w.weights()[4 * (t.inner + i) + k] : w.weights()[4 * i + k];
    farthest = larger(farthest, size_of(Real(weights[k] - w.found_weights()[4 * i + k])));
  }
  const Mask is_there = (w.found()[own] > 0) & (farthest < kSamePoint);
  SitePoint<E> point{t.site[i].count, {}, {}};
  for (int k = 0; k < point.count; ++k) point.nodes[k] = t.site[i].nodes[k], point.weights[k] = weights[k];
  put_found(w, kept, stays & (is_there == 0), posed_obstacle(w, t.site[i].obstacle).gap_of(point.at(x)),
            weights);
}

/// Finds what is inside edges and elements at x, where nodes were measured, in the worlds that run.
template <class E>
ISOCLOTH_ANYWHERE void find_inside(const World<E>& w, const typename E::Real* x, typename E::Mask runs,
                                   Finds finds) {
  const Tables& t = w.tables;
  for (int o = 0; o < t.obstacles; ++o) {
    const InnerSites& sites = t.sites_of[o];
    E::each(sites.elements - sites.begin, [&](int k) { find_on_edge(w, sites.begin + k, x, runs, finds); });
    E::each(sites.end - sites.elements,
            [&](int k) { find_in_element(w, sites.elements + k, x, runs, finds); });
  }
  E::each(t.kept, [&](int i) { keep_pressed(w, i, x, runs, finds); });
}

/// Whether a point that was found inside was deep inside as the step began (Contacts::may_stay_inside): then
/// it is let out at a walk.
template <class E>
ISOCLOTH_ANYWHERE typename E::Mask was_sunk(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const int first = contacts_of_nodes(t);
  return E::largest(t.inner + t.kept, [&](int k) {
           const int c = first + k;
           const auto is_deep = (w.found()[c] > 0) & (w.found_gap()[c] <= -(t.range + kWorthAsking));
           if (!E::any(is_deep)) return Real{};
           const int o = site_of(t, c).obstacle;
           const Posed<E> start{t.shape[o], placed_at<E>(w.placed(), o), t.half_thickness};
           const Real gap = start.gap_of(SitePoint<E>::of(t, w.found_weights(), c).at(w.x())).length;
           return (is_deep & (gap < -(t.range + kSunk))) ? real<E>(1) : Real{};
         }) > 0;
}

}  // namespace isocloth::batch
