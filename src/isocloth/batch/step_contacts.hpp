#pragma once

/// Contacts of a world with obstacles (contact/contacts.hpp): where obstacles are, which contacts there are
/// at nodes, what the program knows of each, and what the next step remembers. Those inside edges and
/// elements are found by step_inside.hpp.

#include "isocloth/batch/step_inside.hpp"
#include "isocloth/batch/step_law.hpp"
#include "isocloth/contact/contact_limits.hpp"

namespace isocloth::batch {

/// Where obstacles are at both ends of the step, and their nodes would be if they stuck to them.
template <class E>
ISOCLOTH_ANYWHERE void place_obstacles(const World<E>& w) {
  const Tables& t = w.tables;
  E::each(2 * t.obstacles, [&](int k) {
    const int o = k / 2;
    if (k % 2 == 0)
      place<E>(w.pose() + 7 * o, w.placed() + 12 * o);
    else
      place<E>(w.wanted_pose() + 7 * o, w.placed_end() + 12 * o);
  });
  E::each(t.obstacles * t.nodes, [&](int c) {
    const int o = c / t.nodes;
    const auto start = placed_at<E>(w.placed(), o), end = placed_at<E>(w.placed_end(), o);
    put_three(w.carried(), c, end.to_world(start.to_own(three_at(w.x(), c % t.nodes))));
  });
}

/// Whether a step must be a Simulation's because of how it begins: a node is deep inside, or comes so near
/// that the step is to be divided (Contacts::steps_needed), or a hand is led into an obstacle.
template <class E>
ISOCLOTH_ANYWHERE typename E::Mask begins_badly(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const Real bad = E::largest(t.obstacles * t.nodes, [&](int c) {
    const int o = c / t.nodes, i = c % t.nodes;
    const ShapeFacts& shape = t.shape[o];
    const Three<Real> x = three_at(w.x(), i);
    const Distance<E> from = distance_in_world(shape, placed_at<E>(w.placed(), o), x);
    const Real gap = from.length - t.half_thickness;
    const auto is_sunk = (gap <= -(kSunk + t.range)) | (gap != gap);
    const double allowed = kMostOfRadius * shape.inner_radius;
    const Three<Real> way = t.dt * three_at(w.v(), i) - (three_at(w.carried(), c) - x);
    const Real length = E::sqrt(dot(way, way)), nearing = -dot(from.normal, way);
    const auto is_fast = (nearing > allowed) & (gap < 2 * length + t.longest_edge);
    return (is_sunk | is_fast) ? real<E>(1) : Real{};
  });
  const Real kept_out = E::largest(t.obstacles * t.slots, [&](int k) {
    const int o = k / t.slots, s = k % t.slots;
    const Distance<E> to =
        distance_in_world(t.shape[o], placed_at<E>(w.placed_end(), o), three_at(w.wanted(), s));
    const auto is_kept_out = (w.held()[s] > 0) & (to.length < t.half_thickness - t.range);
    return is_kept_out ? real<E>(1) : Real{};
  });
  return (bad > 0) | (kept_out > 0);
}

/// Gaps and normals of the nodes at x, and which are to be contacts. Returns how deep the deepest is that is
/// not held, beyond what its force accounts for [m].
template <class E>
ISOCLOTH_ANYWHERE typename E::Real measure_gaps(const World<E>& w, const typename E::Real* x) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  return E::largest(t.obstacles * t.nodes, [&](int c) {
    const int o = c / t.nodes, i = c % t.nodes;
    const Distance<E> at = distance_in_world(t.shape[o], placed_at<E>(w.placed_end(), o), three_at(x, i));
    const Real gap = at.length - t.half_thickness;
    const auto is_held_fast = is_held(w, i);
    w.found_gap()[c] = gap;
    put_three(w.found_normal(), c, at.normal);
    w.found()[c] = ((gap < kNodeReach) & (is_held_fast == 0)) ? real<E>(1) : Real{};
    const Real accounted = w.listed()[c] > 0 ? squeeze_of<E>(t, i, w.gamma()[c]) : Real{};
    return is_held_fast ? Real{} : (t.half_thickness - at.length) - accounted;
  });
}

/// Whether an element near an obstacle does not lie evenly on it, where the cloth can be squeezed: then its
/// area stands at points of its own (contact/area_points.cpp).
template <class E>
ISOCLOTH_ANYWHERE typename E::Real lies_unevenly(const World<E>& w, int o, const typename E::Real* x) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const Real* const gap = w.found_gap() + o * t.nodes;
  const Real* const normal = w.found_normal() + 3 * o * t.nodes;
  return E::largest(t.elements, [&](int k) {
    const ElementFacts& element = t.element[k];
    Real nearest = real<E>(1e300), sum = {}, longest[2] = {}, turned = {};
    Three<Real> middle = {};
    for (int c = 0; c < element.corners; ++c) {
      const int i = element.nodes[c], next = element.nodes[(c + 1) % element.corners];
      const Three<Real> side = three_at(x, next) - three_at(x, i);
      nearest = smaller(nearest, gap[i]);
      sum = sum + gap[i];
      middle = middle + three_at(x, i);
      longest[c % 2] = larger(longest[c % 2], E::sqrt(dot(side, side)));
      turned = larger(turned, Real(1 - dot(three_at(normal, element.nodes[0]), three_at(normal, i))));
    }
    const double share = 1.0 / element.corners;
    const Real far = element.corners == 3 ? Real(2.0 / 3 * larger(longest[0], longest[1]))
                                          : Real(0.5 * (longest[0] + longest[1]));
    const Distance<E> at = distance_in_world(t.shape[o], placed_at<E>(w.placed_end(), o), share * middle);
    const auto is_flat = (turned < kSameNormal) & (at.length - t.half_thickness > share * sum - kDeeper);
    return ((nearest - far <= kNodeReach) & (is_flat == 0)) ? real<E>(1) : Real{};
  });
}

/// Whether cloth that can be squeezed does not lie evenly somewhere: then the step is a Simulation's.
template <class E>
ISOCLOTH_ANYWHERE typename E::Mask is_unevenly_squeezed(const World<E>& w, const typename E::Real* x) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  Real found = {};
  for (int o = 0; o < t.obstacles && t.range > 0; ++o)
    if (t.shape[o].kind != kNowhere && t.shape[o].kind != kPlane)
      found = larger(found, lies_unevenly(w, o, x));
  return found > 0;
}

/// What was found in a search.
template <class E>
struct Found {
  typename E::Real depth;       ///< how deep the deepest is, beyond what its force accounts for [m]
  typename E::Mask needs_more;  ///< the step is a Simulation's
};

/// Looks for contacts at x, in the worlds that run.
template <class E>
ISOCLOTH_ANYWHERE Found<E> find_contacts(const World<E>& w, const typename E::Real* x, typename E::Mask runs,
                                         Finds finds) {
  using Real = typename E::Real;
  if (finds.is_first()) E::each(all_contacts(w.tables), [&](int c) { w.listed()[c] = Real{}; });
  Found<E> found{measure_gaps(w, x), is_unevenly_squeezed(w, x)};
  if (w.tables.inner == 0) return found;
  const Real inside = find_inside(w, x, runs, finds);
  found.depth = larger(found.depth, inside);
  if (E::any(inside >= kWorthAsking)) found.needs_more = found.needs_more | was_sunk(w);
  return found;
}

/// Makes a contact of what was found, in the worlds that go on, or none of it where nothing was.
template <class E>
ISOCLOTH_ANYWHERE inline void list_contact(const World<E>& w, const typename E::Real* x, int c,
                                           typename E::Mask goes_on, typename E::Real gamma,
                                           typename E::Real slides, Three<typename E::Real> rub) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const int o = obstacle_of(t, c), inner = c - contacts_of_nodes(t);
  const typename E::Mask is_one = w.found()[c] > 0;
  const Real zero = {};
  const auto set = [&](Real& to, Real value) { to = goes_on ? (is_one ? value : zero) : to; };
  const auto set_three = [&](Real* to, Three<Real> value) {
    put_three(to, c, choose(goes_on, choose(is_one, value, Three<Real>{}), three_at(to, c)));
  };
  const SitePoint<E> point = SitePoint<E>::of(t, w.found_weights(), c);
  const Three<Real> normal = three_at(w.found_normal(), c), carried = point.at(w.carried() + 3 * o * t.nodes);
  set(w.slides()[c], slides);
  set(w.listed()[c], real<E>(1));
  set(w.gap()[c], w.found_gap()[c]);
  put_three(
      w.normal(), c,
      choose(goes_on, choose(is_one, normal, Three<Real>{zero, zero, real<E>(1)}), three_at(w.normal(), c)));
  set_three(w.way(), across(normal, point.at(x) - carried));
  set_three(w.rub(), across(normal, rub));
  set(w.gamma()[c], gamma);
  set(w.limit()[c], w.friction()[o] * gamma);
  set_three(w.answer(), Three<Real>{});
  for (int k = 0; inner >= 0 && k < 4; ++k) set(w.weights()[4 * inner + k], w.found_weights()[4 * inner + k]);
}

/// γ is that of the list before, else the last step's; a point that is kept has what it had under the number
/// by which it was found.
template <class E>
ISOCLOTH_ANYWHERE Listing<E> list_contacts(const World<E>& w, const typename E::Real* x,
                                           typename E::Mask goes_on) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const auto is_empty = [&](int c) { return !E::any((w.found()[c] > 0) | (w.listed()[c] > 0)); };
  const auto list = [&](int c) {
    const auto end = placed_at<E>(w.placed_end(), obstacle_of(t, c));
    const Real before = w.listed()[c], slid = w.pressed()[c] > 0 ? w.slid()[c] : real<E>(1);
    list_contact(w, x, c, goes_on, before > 0 ? w.gamma()[c] : w.pressed()[c],
                 before > 0 ? w.slides()[c] : slid, end.turned(three_at(w.rubbed(), c)));
  };
  E::each(contacts_of_nodes(t), [&](int c) {
    if (!is_empty(c)) list(c);
  });
  E::each(t.inner, [&](int i) {
    const int own = contacts_of_nodes(t) + i, kept = own + t.inner;
    const auto was_kept = w.listed()[kept] > 0;
    if (!is_empty(kept))
      list_contact(w, x, kept, goes_on, was_kept ? w.gamma()[kept] : w.gamma()[own],
                   was_kept ? w.slides()[kept] : w.slides()[own], Three<Real>{});
    if (!is_empty(own)) list(own);
  });
  return Listing<E>::of(w);
}

/// What pressed stops there: it has no velocity along the normal but that of this step (commit_step.cpp). In
/// the worlds that took the step, of which x and its past are those after it.
template <class E>
ISOCLOTH_ANYWHERE inline void stop_node(const World<E>& w, int i, Three<typename E::Real> normal,
                                        typename E::Mask stops) {
  using Real = typename E::Real;
  const Three<Real> dx = three_at(w.dx(), i);
  const auto add = [&](Real* to, Three<Real> change) {
    const Three<Real> now = three_at(to, i);
    put_three(to, i, choose(stops, now + dot(normal, change - now) * normal, now));
  };
  add(w.v(), (1 / w.tables.dt) * dx);
  add(w.dv(), Three<Real>{});
  add(w.dv_before(), Three<Real>{});
  add(w.dx_before(), dx);
}

/// Whether a contact pressed now, but not in both of the steps before.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Mask is_impact(const World<E>& w, int c, typename E::Mask takes) {
  using Real = typename E::Real;
  const typename E::Mask presses = takes & (w.listed()[c] > 0) & (w.gamma()[c] > 0);
  if (c >= contacts_remembered(w.tables)) return presses;
  const Real before = w.pressed()[c], settled = w.settled()[c];
  return presses & ((before == 0) | (settled == 0));
}

template <class E>
ISOCLOTH_ANYWHERE void stop_at_impacts(const World<E>& w, const Listing<E>& contacts,
                                       typename E::Mask takes) {
  const Tables& t = w.tables;
  if (t.euler) return;
  for (int o = 0; o < t.obstacles; ++o) {
    E::each(t.nodes, [&](int i) {
      const int c = o * t.nodes + i;
      stop_node(w, i, three_at(w.normal(), c), is_impact(w, c, takes));
    });
    for (int k = contacts.of_nodes; k < contacts.count; ++k) {  // one after the other: they share nodes
      const int c = contacts.contacts[k];
      if (obstacle_of(t, c) != o) continue;
      const InnerSite& site = site_of(t, c);
      E::each(site.count,
              [&](int i) { stop_node(w, site.nodes[i], three_at(w.normal(), c), is_impact(w, c, takes)); });
    }
  }
}

/// The next step remembers what pressed (Contacts::remember).
template <class E>
ISOCLOTH_ANYWHERE void remember_contacts(const World<E>& w, typename E::Mask takes) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(contacts_remembered(t), [&](int c) {
    const Real gamma = w.gamma()[c], before = w.pressed()[c], none = {};
    if (!E::any(takes & ((w.listed()[c] > 0) | (before > 0)))) return;
    const auto presses = takes & (w.listed()[c] > 0) & (gamma > 0);
    const auto end = placed_at<E>(w.placed_end(), obstacle_of(t, c));
    const auto set = [&](Real& to, Real value) { to = takes ? value : to; };
    const Three<Real> rubbed = end.turned_back(across(three_at(w.normal(), c), three_at(w.answer(), c)));
    set(w.slid()[c], presses ? w.slides()[c] : none);
    set(w.settled()[c], (presses & (before > 0)) ? real<E>(1) : none);
    set(w.pressed()[c], presses ? gamma : none);
    put_three(w.rubbed(), c, choose(takes, choose(presses, rubbed, Three<Real>{}), three_at(w.rubbed(), c)));
  });
  E::each(7 * t.obstacles, [&](int k) { w.pose()[k] = takes ? w.wanted_pose()[k] : w.pose()[k]; });
}

}  // namespace isocloth::batch
