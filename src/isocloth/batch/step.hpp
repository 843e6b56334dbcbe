#pragma once

/// One regular step of the worlds at hand: predict, iterate, commit, as dynamics/step_stages.hpp has it.
///
/// Regular is a step that Newton's method takes whole, on trust, and that leaves the cloth as it should be.
/// A world whose step needs more (smaller steps, a search downhill, hands that yield, catch up or press a
/// flat sheet) is flagged and keeps the state from before: `Simulation` takes that step.

#include "isocloth/batch/step_program.hpp"
#include "isocloth/batch/step_springs.hpp"
#include "isocloth/batch/step_system.hpp"
#include "isocloth/dynamics/step_limits.hpp"
#include "isocloth/projection/newton_limits.hpp"

namespace isocloth::batch {

/// v = r (x − x̂), a = r (v − v̂): dynamics/time_rule.hpp.
template <class Real>
struct Rule {
  Real rate, one, two;
  Real guess;  ///< share of the last step's way that this one begins with …
  Real drift;  ///< … or, after none, of the velocity [s]
};

template <class E>
ISOCLOTH_ANYWHERE Rule<typename E::Real> find_rule(const World<E>& w) {
  using Real = typename E::Real;
  const double dt = w.tables.dt;
  const Real last = w[kPastDt], zero = {}, one = real<E>(1);
  const auto has_none = last == 0;
  const Real growth = dt / (has_none ? one : last);
  const auto is_euler = has_none | (w[kRough] > 0) | (growth > kMostGrowth) | (zero + w.tables.euler > 0);
  const auto is_calm = (w[kCalm] >= kCalmSteps) & (last == dt) & (w[kPastDtBefore] == dt);
  const Real theta = is_calm ? real<E>(kThirdOrder) : zero;
  const Real now = (1 + 2 * growth) / (1 + growth) + theta / 3;
  return {is_euler ? one / dt : now / dt,
          is_euler ? zero : (growth * growth / (1 + growth) + 2 * theta / 3) / now,
          is_euler ? zero : -theta / 3 / now, has_none ? zero : growth, has_none ? real<E>(dt) : zero};
}

/// Load, metric and guess of the nodes that nothing holds.
template <class E>
ISOCLOTH_ANYWHERE void predict_nodes(const World<E>& w, const Rule<typename E::Real>& rule) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const Real inertia = rule.rate * rule.rate * w[kDensity], drag = rule.rate * w[kDamping];
  const Three<Real> gravity = w[kGravitationalMass] * three_at(w.numbers, kGravityX / 3);
  E::each(t.nodes, [&](int i) {
    const Three<Real> x = three_at(w.x(), i), v = three_at(w.v(), i), dx = three_at(w.dx(), i);
    const Three<Real> past = x + rule.one * dx + rule.two * three_at(w.dx_before(), i);
    const Three<Real> lag = v + rule.one * three_at(w.dv(), i) + rule.two * three_at(w.dv_before(), i);
    const Three<Real> inertial = past + (1 / rule.rate) * lag;
    put_three(w.past(), i, past);
    put_three(w.load(), i, t.node_area[i] * (gravity + inertia * inertial + drag * past));
    put_three(w.next(), i, x + rule.guess * dx + rule.drift * v);
    w.diagonal()[i] = t.node_area[i] * (inertia + drag);
  });
  if (!t.bends) return;
  const Real share = rule.rate * w[kBendingDamping];
  E::each(t.nodes, [&](int i) {
    Three<Real> load = three_at(w.load(), i);
    for (int k = i == 0 ? 0 : t.node_lists[i - 1].bending_end; k < t.node_lists[i].bending_end; ++k)
      load = load + (share * t.node_bending[k].entry) * three_at(w.past(), t.node_bending[k].node);
    put_three(w.load(), i, load);
  });
}

/// Where hands have their nodes (dynamics/held_nodes.cpp, grip_springs.hpp). Returns whether one is too fast.
template <class E>
ISOCLOTH_ANYWHERE typename E::Mask lead_hands(const World<E>& w, const Rule<typename E::Real>& rule) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.slots, [&](int s) {
    const int node = t.slot_node[s];
    const Real hold = w.hold()[s], grip = w.grip()[s], damping = w.grip_damping()[s];
    const Three<Real> target = three_at(w.wanted(), s), way = target - three_at(w.target(), s),
                      next = three_at(w.next(), node);
    const auto is_rigid = hold == kRigid, is_spring = hold == kSpring;
    w.held()[s] = is_rigid ? real<E>(1) : Real{};
    put_three(w.next(), node, choose(is_rigid, target, next));
    const Real damper = damping * rule.rate, stiffness = is_spring ? grip + damper : Real{};
    const Three<Real> pull = grip * target + damper * three_at(w.past(), node) + (damping / t.dt) * way;
    w.diagonal()[node] = w.diagonal()[node] + stiffness;
    const Three<Real> load = three_at(w.load(), node);
    put_three(w.load(), node, choose(is_spring, load + pull, load));
  });
  const Real most = real<E>(kTopSpeed * t.dt);
  return E::largest(t.slots, [&](int s) {
           const Three<Real> way = three_at(w.wanted(), s) - three_at(w.target(), s);
           const Real length = E::sqrt(dot(way, way));
           const auto is_fine = (w.hold()[s] == kOpen) | (length <= most);
           return is_fine ? Real{} : real<E>(1);
         }) > 0;
}

/// Whether there is no past to a motion: then the step is taken in two.
template <class E>
ISOCLOTH_ANYWHERE typename E::Mask starts_in_motion(const World<E>& w) {
  using Real = typename E::Real;
  const auto has_none = w[kPastDt] == 0;
  if (!E::any(has_none) || w.tables.euler) return has_none & (Real{} > 0);
  const Real fastest = E::largest(3 * w.tables.nodes, [&](int k) {
    const Real v = w.v()[k];
    return v == 0 ? Real{} : real<E>(1);
  });
  return has_none & (fastest > 0);
}

/// The largest |c| of the constraints; what is no number counts as more than any.
template <class E>
ISOCLOTH_ANYWHERE typename E::Real largest_constraint(const World<E>& w) {
  using Real = typename E::Real;
  return E::largest(w.tables.constraints, [&](int r) {
    const Real size = size_of(w.c()[r]);
    return size <= 1e300 ? size : real<E>(1e300);
  });
}

/// Whether hands that give way may press a sheet that is about flat (dynamics/take_step.cpp looks closer).
template <class E>
ISOCLOTH_ANYWHERE typename E::Mask may_be_pressed_flat(const World<E>& w) {
  using Real = typename E::Real;
  constexpr double kAboutFlat = 20 * kFlat;
  const Tables& t = w.tables;
  const Real springs = E::largest(t.slots, [&](int s) {
    const Real hold = w.hold()[s];
    return hold == kSpring ? real<E>(1) : Real{};
  });
  typename E::Mask is_pressed = springs > 0;
  if (!E::any(is_pressed)) return is_pressed;
  const Real shortest = E::largest(t.constraints, [&](int r) { return Real(-w.c()[r]); });
  is_pressed =
      is_pressed & (shortest > kPressedShare * t.tolerance) & (shortest <= kNearlyMissed * t.tolerance);
  if (!E::any(is_pressed) || t.metrics == 0) return is_pressed;
  const auto normal = [&](int m) {
    const Tangents<Real> at = tangents_at(t.metric[m], w.next());
    return cross(at.x1, at.x2);
  };
  const Three<Real> first = normal(0);
  const Real turned = E::largest(t.metrics, [&](int m) {
    const Three<Real> change = normal(m) - first;
    return dot(change, change);
  });
  return is_pressed & (turned <= kAboutFlat * kAboutFlat);
}

/// Area of a quad by its Gauss points (fem/element_geometry.cpp), or of a triangle.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real area_of(const ElementFacts& element, const typename E::Real* x) {
  using Real = typename E::Real;
  constexpr double kNear = 0.21132486540518712, kFar = 1 - kNear;
  const Three<Real> p0 = three_at(x, element.nodes[0]), p1 = three_at(x, element.nodes[1]),
                    p2 = three_at(x, element.nodes[2]);
  const Three<Real> bottom = p1 - p0;
  if (element.corners == 3) {
    const Three<Real> normal = cross(bottom, p2 - p0);
    return E::sqrt(dot(normal, normal)) / 2;
  }
  const Three<Real> p3 = three_at(x, element.nodes[3]), left = p3 - p0;
  const Three<Real> twist = (p2 - p3) - bottom;
  Real area = {};
  for (int k = 0; k < 4; ++k) {
    const Three<Real> xi = bottom + (k < 2 ? kNear : kFar) * twist,
                      eta = left + (k % 2 == 0 ? kNear : kFar) * twist;
    const Three<Real> normal = cross(xi, eta);
    area = area + E::sqrt(dot(normal, normal));
  }
  return area / 4;
}

/// How far elements and edges are off at the end [-].
template <class E>
ISOCLOTH_ANYWHERE typename E::Real largest_area_error(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  return E::largest(t.elements, [&](int e) {
    return size_of(Real(area_of<E>(t.element[e], w.next()) * t.element[e].inverse_area - 1));
  });
}
template <class E>
ISOCLOTH_ANYWHERE typename E::Real largest_edge_error(const World<E>& w) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  return E::largest(t.mesh_edges, [&](int e) {
    const EdgeFacts& edge = t.mesh_edge[e];
    const Three<Real> d = three_at(w.next(), edge.second) - three_at(w.next(), edge.first);
    return size_of(Real(E::sqrt(dot(d, d) * edge.inverse_square) - 1));
  });
}

/// How far off the cloth is at the end [-], as distortion() of step.hpp has it; of woven cloth, and where
/// edges are far off, its rows on elements are asked.
template <class E>
ISOCLOTH_ANYWHERE typename E::Real distortion(const World<E>& w, typename E::Real area,
                                              typename E::Real edge) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const Real seen = t.woven ? Real{} : larger(area, Real(kEdgeErrorShare * edge));
  const auto needs_rows = (edge > kMostDistortion) | (Real{} + t.woven > 0);
  if (!E::any(needs_rows)) return seen;
  evaluate_rows(w, w.next());
  const Real rows = E::largest(t.spring_elements, [&](int s) {
    const Real* c = w.c() + t.spring_element[s].row;
    return Real(larger(size_of(c[0]), size_of(c[2])) / 2);
  });
  return needs_rows ? larger(seen, rows) : seen;
}

/// The state after the step, in the worlds that took it.
template <class E>
ISOCLOTH_ANYWHERE void commit(const World<E>& w, const Rule<typename E::Real>& rule, typename E::Mask takes,
                              typename E::Real iterations) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.nodes, [&](int i) {
    const Three<Real> x = three_at(w.x(), i), v = three_at(w.v(), i), next = three_at(w.next(), i);
    const Three<Real> dx = three_at(w.dx(), i), dv = three_at(w.dv(), i);
    const Three<Real> change = rule.rate * (next - three_at(w.past(), i)) - v;
    put_three(w.dx_before(), i, choose(takes, dx, three_at(w.dx_before(), i)));
    put_three(w.dv_before(), i, choose(takes, dv, three_at(w.dv_before(), i)));
    put_three(w.dx(), i, choose(takes, next - x, dx));
    put_three(w.dv(), i, choose(takes, change, dv));
    put_three(w.x(), i, choose(takes, next, x));
    put_three(w.v(), i, choose(takes, v + change, v));
  });
  const auto take = [&](Real* to, const Real* from, int count) {
    E::each(count, [&](int k) { to[k] = takes ? from[k] : to[k]; });
  };
  take(w.multipliers(), w.lambda(), t.rows);
  take(w.tensions(), w.sigma(), t.elements);
  take(w.target(), w.wanted(), 3 * t.slots);
  if (w.has_obstacles()) {
    stop_at_impacts(w, Listing<E>::of(w), takes);
    remember_contacts(w, takes);
  }
  E::each(1, [&](int) {
    const Real zero = {}, less = larger(Real(w[kRough] - 1), zero);
    const Real calm = iterations <= 1 ? w[kCalm] + 1 : zero,
               rough = iterations < kHardIterations ? less : real<E>(kRoughSteps);
    w[kCalm] = takes ? calm : w[kCalm];
    w[kRough] = takes ? rough : w[kRough];
    w[kPastDtBefore] = takes ? w[kPastDt] : w[kPastDtBefore];
    w[kPastDt] = takes ? real<E>(t.dt) : w[kPastDt];
  });
}

/// Newton's iterations, until every world is converged or flagged. Returns the number each took.
template <class E, class Rows>
ISOCLOTH_ANYWHERE typename E::Real iterate(const World<E>& w, const Rows& rows, typename E::Real bending,
                                           typename E::Mask& flagged, typename E::Real& row_error) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Tables& t = w.tables;
  Real iterations = {};
  Mask goes_on = flagged == 0;
  Listing<E> contacts{};
  Finds finds{1};
  if (w.has_obstacles()) {
    flagged = flagged | find_contacts(w, w.next(), goes_on, finds).needs_more;
    goes_on = flagged == 0;
    contacts = list_contacts(w, w.next(), goes_on);
  }
  for (int k = 0; E::any(goes_on) && k < kTrustedIterations; ++k) {
    evaluate_rows(w, w.next());
    linearize_rows(w);
    find_tension(w);
    find_residual(w, bending);
    assemble(w, bending);
    if (w.has_obstacles()) {
      flagged = flagged | solve_with_contacts(w, rows, contacts, bending, goes_on);
      goes_on = goes_on & (flagged == 0);
    } else {
      factorize(w, rows);
      solve_back(w, rows);
    }
    update(w, goes_on);
    measure_constraints(w, w.next());
    iterations = goes_on ? iterations + 1 : iterations;
    row_error = largest_constraint(w);
    Real depth = {};
    if (w.has_obstacles()) {
      ++finds.count;
      const Found<E> found = find_contacts(w, w.next(), goes_on, finds);
      depth = found.depth;
      flagged = flagged | (goes_on & found.needs_more);
      goes_on = goes_on & (flagged == 0);
    }
    const Mask is_outside = depth <= (k < kExactIterations ? kMostPenetration : kAcceptedPenetration);
    goes_on = goes_on & ((row_error > t.tolerance) | (is_outside == 0));
    if (!E::any(goes_on)) break;
    const Mask is_settled = goes_on & is_outside & (law_error(w) <= kLawShare * t.tolerance);  // infeasible
    flagged = flagged | is_settled;
    goes_on = goes_on & (is_settled == 0);
    if (w.has_obstacles()) contacts = list_contacts(w, w.next(), goes_on);
  }
  flagged = flagged | goes_on;
  return iterations;
}

template <class E, class Rows>
ISOCLOTH_ANYWHERE void take_step(const World<E>& w, const Rows& rows) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const Rule<Real> rule = find_rule(w);
  evaluate_rows(w, w.x());
  set_springs(w);
  predict_nodes(w, rule);
  const Real mark = w[kFlagged];
  typename E::Mask flagged = lead_hands(w, rule) | starts_in_motion(w) | (mark > 0);
  if (w.has_obstacles()) {
    place_obstacles(w);
    flagged = flagged | begins_badly(w);
  }
  E::each(t.rows, [&](int r) { w.lambda()[r] = w.multipliers()[r]; });

  Real row_error = {};
  const Real bending = rule.rate * w[kBendingDamping] + w[kBending];
  const Real iterations = iterate(w, rows, bending, flagged, row_error);
  const Real area_error = largest_area_error(w), edge_error = largest_edge_error(w);
  flagged = flagged | may_be_pressed_flat(w) | (distortion(w, area_error, edge_error) > kMostDistortion);
  commit(w, rule, flagged == 0, iterations);
  E::each(1, [&](int) {
    w[kFlagged] = flagged ? larger(mark, real<E>(kToRedo)) : Real{};
    const auto tell = [&](WorldNumber what, Real value) { w[what] = mark == kAway ? w[what] : value; };
    tell(kStatus, Real{});
    tell(kIterations, iterations);
    tell(kMetricError, row_error);
    tell(kAreaError, area_error);
    tell(kEdgeError, edge_error);
  });
}

}  // namespace isocloth::batch
