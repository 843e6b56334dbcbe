#pragma once

/// Contacts of a world with obstacles (contact/contacts.hpp): where obstacles are, which contacts there are
/// at nodes, what the program knows of each, and what the next step remembers. Those inside edges and
/// elements are found by step_inside.hpp, those of cloth that can be squeezed by step_areas.hpp.

#include "isocloth/batch/step_areas.hpp"
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

/// Gaps and normals of the nodes at x, and which are to be contacts.
template <class E>
ISOCLOTH_ANYWHERE void measure_gaps(const World<E>& w, const typename E::Real* x) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.obstacles * t.nodes, [&](int c) {
    const int o = c / t.nodes, i = c % t.nodes;
    const Distance<E> at = posed_obstacle(w, o).gap_of(three_at(x, i));
    w.found_gap()[c] = at.length;
    put_three(w.found_normal(), c, at.normal);
    w.found()[c] = ((at.length < kNodeReach) & (is_held(w, i) == 0)) ? real<E>(1) : Real{};
  });
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
  const Tables& t = w.tables;
  if (finds.is_first()) E::each(all_contacts(t), [&](int c) { w.listed()[c] = Real{}; });
  measure_gaps(w, x);
  if (t.range > 0)
    find_areas(w, x, runs, finds);
  else if (t.inner > 0)
    find_inside(w, x, runs, finds);
  const Real depth = E::largest(all_contacts(t), [&](int c) {
    const auto is_one = w.found()[c] > 0;
    if (!E::any(is_one)) return Real{};
    const Real accounted = w.listed()[c] > 0 ? squeeze_of(w, c) : Real{};
    return is_one ? -w.found_gap()[c] - accounted : Real{};
  });
  return {depth, was_sunk(w)};
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
  if (t.range > 0) {
    const Real answer = is_one ? t.pressure * w.found_area()[c] : real<E>(1);
    w.squeeze_force()[c] = goes_on ? answer : w.squeeze_force()[c];
  }
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
    const int own = contacts_of_nodes(t) + i, kept = own + t.kept;
    if (t.kept == 0) {
      if (!is_empty(own)) list(own);
      return;
    }
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

template <class E, class IsAsked>
ISOCLOTH_ANYWHERE void stop_inside(const World<E>& w, const Listing<E>& contacts, int obstacle,
                                   typename E::Mask takes, const IsAsked& is_asked) {
  for (int k = contacts.of_nodes; k < contacts.count; ++k) {  // one after the other: they share nodes
    const int c = contacts.contacts[k];
    const InnerSite& site = site_of(w.tables, c);
    if (site.obstacle != obstacle || !is_asked(site)) continue;
    E::each(site.count,
            [&](int i) { stop_node(w, site.nodes[i], three_at(w.normal(), c), is_impact(w, c, takes)); });
  }
}

/// In the order in which a Simulation finds them: of cloth that can be squeezed, areas of elements first.
template <class E>
ISOCLOTH_ANYWHERE void stop_at_impacts(const World<E>& w, const Listing<E>& contacts,
                                       typename E::Mask takes) {
  const Tables& t = w.tables;
  if (t.euler) return;
  for (int o = 0; o < t.obstacles; ++o) {
    const bool is_soft = t.range > 0;
    if (is_soft) stop_inside(w, contacts, o, takes, [](const InnerSite& site) { return site.count > 2; });
    E::each(t.nodes, [&](int i) {
      const int c = o * t.nodes + i;
      stop_node(w, i, three_at(w.normal(), c), is_impact(w, c, takes));
    });
    stop_inside(w, contacts, o, takes, [=](const InnerSite& site) { return !is_soft || site.count == 2; });
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
