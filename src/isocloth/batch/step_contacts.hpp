#pragma once

/// Contacts of a world's nodes with obstacles (contact/contacts.hpp, contact_law.hpp), one for each obstacle
/// and node: which there are, the law of each, and what the next step remembers.
///
///   f_n = max(0, γ − ρ(gap + u_n)),   f_t = τ − ρ_t(way + u_t), cut off at length µγ
///
/// or, where the cloth can be squeezed, f_n = F z/(1 − z), z = −(gap + u_n)/r. u is the way of the node. All
/// vectors are the world's; across the normal they are what is left of them without their part along it.

#include "isocloth/batch/step_shapes.hpp"
#include "isocloth/contact/contact_limits.hpp"
#include "isocloth/contact/soft_limits.hpp"

namespace isocloth::batch {

template <class Real>
ISOCLOTH_ANYWHERE inline Three<Real> across(Three<Real> normal, Three<Real> a) {
  return a - dot(normal, a) * normal;
}

/// A contact as the law sees it.
template <class E>
struct Touch {
  using Real = typename E::Real;
  Three<Real> normal, way, rub;
  Real gap, gamma, limit, penalty, sideways_penalty, listed;
  double squeeze_force, range;  ///< F, r of a law that is soft

  ISOCLOTH_ANYWHERE static Touch at(const World<E>& w, int contact) {
    return {three_at(w.normal(), contact),
            three_at(w.way(), contact),
            three_at(w.rub(), contact),
            w.gap()[contact],
            w.gamma()[contact],
            w.limit()[contact],
            w.penalty()[contact],
            w.sideways_penalty()[contact % w.tables.nodes],
            w.listed()[contact],
            w.tables.squeeze_force[contact % w.tables.nodes],
            w.tables.range};
  }
};

/// −∂f/∂u = along nnᵀ + sideways (1 − nnᵀ − ssᵀ), s: direction in which it slips, none where it sticks.
template <class E>
struct Yielding {
  using Real = typename E::Real;
  Real along, sideways;
  Three<Real> slips;

  ISOCLOTH_ANYWHERE static Yielding at(const Real* numbers, int contact) {
    const Real* from = numbers + kYieldingSize * contact;
    return {from[0], from[1], three_at(from + 2, 0)};
  }
  ISOCLOTH_ANYWHERE void put(Real* numbers, int contact) const {
    Real* to = numbers + kYieldingSize * contact;
    to[0] = along;
    to[1] = sideways;
    put_three(to + 2, 0, slips);
  }
  ISOCLOTH_ANYWHERE Three<Real> times(Three<Real> n, Three<Real> u) const {
    const Real un = dot(n, u), us = dot(slips, u);
    return sideways * (u - us * slips) + ((along - sideways) * un) * n;
  }
  ISOCLOTH_ANYWHERE typename E::Mask is(const Yielding& other) const {
    return (along == other.along) & (sideways == other.sideways) & (slips.x == other.slips.x) &
           (slips.y == other.slips.y) & (slips.z == other.slips.z);
  }
  /// Sum of the diagonal, and square of the size, of what is across the normal.
  ISOCLOTH_ANYWHERE Real trace() const { return sideways * (2 - dot(slips, slips)); }
  ISOCLOTH_ANYWHERE Real squared_change(const Yielding& then) const {
    const Real own = dot(slips, slips), other = dot(then.slips, then.slips), both = dot(slips, then.slips);
    return sideways * sideways * (2 - own) + then.sideways * then.sideways * (2 - other) -
           2 * sideways * then.sideways * (2 - own - other + both * both);
  }
};

/// Force of a contact whose node moved by u, and its stiffness.
template <class E>
struct Answer {
  using Real = typename E::Real;
  Three<Real> force;
  Yielding<E> yielding;
};

/// Force along the normal and its stiffness.
template <class E>
struct Push {
  typename E::Real force, stiffness;
};

/// Of cloth squeezed by s (contact/compression.hpp).
template <class E>
ISOCLOTH_ANYWHERE inline Push<E> squeezed_by(const Touch<E>& c, typename E::Real s) {
  using Real = typename E::Real;
  const Real zero = {}, one = real<E>(1), z = s / c.range, left = one - smaller(z, real<E>(kEnd));
  const Real within = z / left, beyond = kEndForce + kEndSlope * (z - kEnd);
  const auto is_out = z <= 0;
  return {is_out ? zero : c.squeeze_force * (z < kEnd ? within : beyond),
          is_out ? zero : c.squeeze_force / c.range / (left * left)};
}

/// s at which its force is f ≥ 0 [m].
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real squeeze_of(const Tables& t, int node, typename E::Real f) {
  using Real = typename E::Real;
  if (t.range == 0) return Real{};
  const Real share = f / t.squeeze_force[node], within = share / (1 + share),
             beyond = kEnd + (share - kEndForce) / kEndSlope;
  return t.range * (share < kEndForce ? within : beyond);
}

/// A force, whose part across the normal is cut off at µγ where `cuts`, in the worlds where the contact
/// presses.
template <class E>
ISOCLOTH_ANYWHERE inline Answer<E> with_friction(const Touch<E>& c, Three<typename E::Real> u,
                                                 const Push<E>& push, typename E::Mask presses,
                                                 typename E::Mask cuts) {
  using Real = typename E::Real;
  const Real zero = {}, one = real<E>(1), tiny = real<E>(1e-300), un = dot(c.normal, u);
  const Three<Real> rub = c.rub - c.sideways_penalty * (c.way + (u - un * c.normal));
  const Real length = E::sqrt(dot(rub, rub));
  const auto slips = cuts & (length > c.limit), holds = (cuts == 0) | (c.limit > 0);
  const Real over = one / larger(length, tiny), cut = slips ? c.limit * over : one;
  const Real share = holds ? cut : zero, stiff = holds ? cut * c.sideways_penalty : zero;
  const Three<Real> force = push.force * c.normal + share * rub, none = {};
  return {choose(presses, force, none),
          {presses ? push.stiffness : zero, presses ? stiff : zero,
           choose(presses & slips & holds, over * rub, none)}};
}

/// The law (respond() of contact_law.hpp); of a soft one, in worlds `from_rest`, along its tangent at rest;
/// of a hard one, in worlds where it `goes_on` pressing, as if it could also pull (respond_pressing()).
template <class E>
ISOCLOTH_ANYWHERE inline Answer<E> answer_of(const Touch<E>& c, Three<typename E::Real> u,
                                             typename E::Mask from_rest, typename E::Mask goes_on) {
  using Real = typename E::Real;
  const Real way = c.gap + dot(c.normal, u);
  Push<E> push = {c.gamma - c.penalty * way, c.penalty};
  if (c.range > 0) {
    push = squeezed_by(c, Real(-way));
    const Real at_rest = real<E>(c.squeeze_force / c.range);
    push.stiffness = from_rest ? at_rest : push.stiffness;
    push.force = (from_rest & (push.force > 0)) ? -(at_rest * way) : push.force;
    goes_on = c.listed != c.listed;
  }
  const typename E::Mask presses = (c.listed > 0) & ((push.force > 0) | goes_on),
                         always = c.listed == c.listed;
  return with_friction(c, u, push, presses, always);
}

/// That of a contact which pressed before (respond_as_before()): along the tangent of a soft law at γ,
/// sticking where it did not slide.
template <class E>
ISOCLOTH_ANYWHERE inline Answer<E> answer_as_before(const Touch<E>& c, typename E::Real slides,
                                                    typename E::Real squeeze) {
  using Real = typename E::Real;
  const Real stiffness = squeezed_by(c, squeeze).stiffness;
  const typename E::Mask presses = c.listed > 0, cuts = slides > 0;
  return with_friction(c, Three<Real>{}, Push<E>{c.gamma - stiffness * (c.gap + squeeze), stiffness}, presses,
                       cuts);
}

/// Whether a hand holds the node fast.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Mask is_held(const World<E>& w, int node) {
  using Real = typename E::Real;
  const int slot = w.tables.slot_of[node];
  const Real held = slot >= 0 ? w.held()[slot] : Real{};
  return held > 0;
}

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

/// Gaps and normals of the nodes at x. Returns how deep the deepest is that is not held, beyond what its
/// force accounts for [m].
template <class E>
ISOCLOTH_ANYWHERE typename E::Real measure_gaps(const World<E>& w, const typename E::Real* x) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  return E::largest(t.obstacles * t.nodes, [&](int c) {
    const int o = c / t.nodes, i = c % t.nodes;
    const Distance<E> at = distance_in_world(t.shape[o], placed_at<E>(w.placed_end(), o), three_at(x, i));
    w.found_gap()[c] = at.length - t.half_thickness;
    put_three(w.found_normal(), c, at.normal);
    const Real accounted = w.listed()[c] > 0 ? squeeze_of<E>(t, i, w.gamma()[c]) : Real{};
    return is_held(w, i) ? Real{} : (t.half_thickness - at.length) - accounted;
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

/// Whether a point inside an edge or element may be a contact of its own, at the x that was measured:
/// tangents at the nodes bound the distance of a convex shape from below. Then the step is a Simulation's.
template <class E>
ISOCLOTH_ANYWHERE typename E::Mask may_touch_inside(const World<E>& w, const typename E::Real* x) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  Real found = {};
  for (int o = 0; o < t.obstacles; ++o) {
    if (t.shape[o].kind == kNowhere || t.shape[o].kind == kPlane) continue;
    if (t.range > 0) {
      found = larger(found, lies_unevenly(w, o, x));
      continue;
    }
    const Real* const gap = w.found_gap() + o * t.nodes;
    const Real* const normal = w.found_normal() + 3 * o * t.nodes;
    const double* const core = t.shape[o].core;
    const bool has_flat_parts = core[0] + core[1] + core[2] > 0;  // no sphere
    const Real in_edge = E::largest(t.mesh_edges, [&](int e) {
      const int a = t.mesh_edge[e].first, b = t.mesh_edge[e].second;
      const Three<Real> way = three_at(x, b) - three_at(x, a);
      const Real falls = larger(Real(-dot(three_at(normal, a), way)), Real{}),
                 rises = larger(dot(three_at(normal, b), way), Real{});
      // least of the larger of gap_a − s·falls and gap_b − (1 − s)·rises
      const Real both = larger(Real(falls + rises), real<E>(1e-300));
      const Real s = smaller(larger(Real((gap[a] - gap[b] + rises) / both), Real{}), real<E>(1));
      const Real least = larger(Real(gap[a] - s * falls), Real(gap[b] - (1 - s) * rises));
      // a part that lies flat on one that is may end between the nodes, as deep as they are
      const auto turns = 1 - dot(three_at(normal, a), three_at(normal, b)) > kSameNormal;
      const auto ends_level = turns & (least < smaller(gap[a], gap[b]) + kDeeper);
      const auto is_deeper = least < smaller(gap[a], gap[b]) - kDeeper;
      const auto may = (is_deeper | (has_flat_parts ? ends_level : is_deeper)) & (least < kInnerReach);
      return may ? real<E>(1) : Real{};
    });
    const Real in_element = E::largest(t.elements, [&](int k) {
      const ElementFacts& element = t.element[k];
      Real least = real<E>(-1e300), nearest = real<E>(1e300);
      for (int c = 0; c < element.corners; ++c) {
        const int i = element.nodes[c];
        Real nearer = {};
        for (int d = 0; d < element.corners; ++d)
          nearer = smaller(nearer, dot(three_at(normal, i), three_at(x, element.nodes[d]) - three_at(x, i)));
        least = larger(least, Real(gap[i] + nearer));
        nearest = smaller(nearest, gap[i]);
      }
      const auto may = least <= smaller(Real(nearest - kDeeper), real<E>(kInnerReach)) - kUnnoticed;
      return may ? real<E>(1) : Real{};
    });
    found = larger(found, larger(in_edge, in_element));
  }
  return found > 0;
}

/// Makes contacts of what was measured at x, in the worlds that go on; `begins`: the first of the step. γ is
/// that of the list before, else the last step's.
template <class E>
ISOCLOTH_ANYWHERE void list_contacts(const World<E>& w, const typename E::Real* x, typename E::Mask goes_on,
                                     bool begins) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.obstacles * t.nodes, [&](int c) {
    const int o = c / t.nodes, i = c % t.nodes;
    const Three<Real> normal = three_at(w.found_normal(), c);
    const Real gap = w.found_gap()[c], before = begins ? Real{} : w.listed()[c];
    const auto is_listed = (gap < kNodeReach) & (is_held(w, i) == 0);
    const Real gamma = before > 0 ? w.gamma()[c] : w.pressed()[c];
    const Real slid = w.pressed()[c] > 0 ? w.slid()[c] : real<E>(1);
    const auto set = [&](Real& to, Real value) { to = goes_on ? value : to; };
    const auto set_three = [&](Real* to, Three<Real> value) {
      put_three(to, c, choose(goes_on, value, three_at(to, c)));
    };
    const auto end = placed_at<E>(w.placed_end(), o);
    set(w.slides()[c], before > 0 ? w.slides()[c] : slid);
    set(w.listed()[c], is_listed ? real<E>(1) : Real{});
    set(w.gap()[c], gap);
    set_three(w.normal(), normal);
    set_three(w.way(), across(normal, three_at(x, i) - three_at(w.carried(), c)));
    set_three(w.rub(), across(normal, end.turned(three_at(w.rubbed(), c))));
    set(w.gamma()[c], is_listed ? gamma : Real{});
    set(w.limit()[c], is_listed ? w.friction()[o] * gamma : Real{});
    set_three(w.answer(), Three<Real>{});
  });
}

/// What pressed stops there: it has no velocity along the normal but that of this step, and remembers its
/// force (commit_step.cpp, Contacts::remember). In the worlds that took the step, of which x and its past are
/// those after it.
template <class E>
ISOCLOTH_ANYWHERE void remember_contacts(const World<E>& w, typename E::Mask takes) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.nodes, [&](int i) {
    for (int o = 0; o < t.obstacles; ++o) {
      const int c = o * t.nodes + i;
      const Three<Real> normal = three_at(w.normal(), c), force = three_at(w.answer(), c);
      const Real gamma = w.gamma()[c], before = w.pressed()[c];
      const auto presses = takes & (w.listed()[c] > 0) & (gamma > 0);
      if (!t.euler) {
        const auto stops = presses & ((before == 0) | (w.settled()[c] == 0));
        const Three<Real> dx = three_at(w.dx(), i);
        const auto add = [&](Real* to, Three<Real> change) {
          const Three<Real> now = three_at(to, i);
          put_three(to, i, choose(stops, now + dot(normal, change - now) * normal, now));
        };
        add(w.v(), (1 / t.dt) * dx);
        add(w.dv(), Three<Real>{});
        add(w.dv_before(), Three<Real>{});
        add(w.dx_before(), dx);
      }
      const auto end = placed_at<E>(w.placed_end(), o);
      const auto set = [&](Real& to, Real value) { to = takes ? value : to; };
      const Three<Real> rubbed = end.turned_back(across(normal, force)), none = {};
      set(w.slid()[c], presses ? w.slides()[c] : Real{});
      set(w.settled()[c], (presses & (before > 0)) ? real<E>(1) : Real{});
      set(w.pressed()[c], presses ? gamma : Real{});
      put_three(w.rubbed(), c, choose(takes, choose(presses, rubbed, none), three_at(w.rubbed(), c)));
    }
  });
  E::each(7 * t.obstacles, [&](int k) { w.pose()[k] = takes ? w.wanted_pose()[k] : w.pose()[k]; });
}

}  // namespace isocloth::batch
