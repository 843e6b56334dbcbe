#pragma once

/// The program of the contacts in one Newton step (contact/contact_program.hpp): rounds of multipliers around
/// passes of the active set.
///
///   (H + Σ K) step = b + Σ (f − F),   d ← d + ℓ step,   F ← F + ℓ (f − F − K step)
///
/// f, K: what the law asks for at d, and its stiffness in the factor. A contact of a node is in the node's
/// block alone, so the factor's pattern stays; where stiffnesses changed, H is factorised again, which is
/// cheap here, so every pass is solved exactly. Worlds at hand make their passes together, each as long as it
/// needs them: one that is done stays as it is. What needs more (a ρ that grows, many passes) is flagged.

#include "isocloth/batch/envelope_cholesky.hpp"
#include "isocloth/batch/step_contacts.hpp"

namespace isocloth::batch {

/// Where a program is in each world.
template <class E>
struct Program {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  Mask runs;                 ///< is not done
  Mask flagged;              ///< needs more
  Real rounds;               ///< of multipliers
  Real passes;               ///< in this round
  Real limits_left;          ///< times that limits of friction may still change
  Real before, before_that;  ///< penetrations of the last rounds [m]
  Real largest_force;        ///< that the law asks for [N]
  Listing<E> contacts;
};

/// Calls body(contact) for the contacts of a node that there are, obstacle by obstacle.
template <class E, class Body>
ISOCLOTH_ANYWHERE inline void each_contact(const World<E>& w, int node, const Body& body) {
  for (int c = node; c < contacts_of_nodes(w.tables); c += w.tables.nodes)
    if (E::any(w.listed()[c] > 0)) body(c);
}

template <class E>
ISOCLOTH_ANYWHERE inline Answer<E> choose_answer(typename E::Mask mask, const Answer<E>& a,
                                                 const Answer<E>& b) {
  return {choose(mask, a.force, b.force),
          {mask ? a.yielding.along : b.yielding.along, mask ? a.yielding.sideways : b.yielding.sideways,
           choose(mask, a.yielding.slips, b.yielding.slips)}};
}

/// What a contact's point moves by, of vectors in the order of elimination.
template <class E>
ISOCLOTH_ANYWHERE inline Three<typename E::Real> moved_by(const World<E>& w, int c,
                                                          const typename E::Real* d) {
  return SitePoint<E>::of(w, c).moved_by(w.tables, d);
}

/// Index of the block in H of two nodes.
ISOCLOTH_ANYWHERE inline int block_of(const Tables& t, int a, int b) {
  const int i = t.place_of[a], j = t.place_of[b], row = i > j ? i : j, column = i > j ? j : i;
  return t.block_at[t.row_begin[row] + column - t.first[row]];
}

/// Calls body(k) for each pair of nodes of a point, k = 0 … count (count + 1)/2 − 1, as (i, j) with j ≤ i.
template <class E, class Body>
ISOCLOTH_ANYWHERE inline void each_pair(const SitePoint<E>& point, const Body& body) {
  E::each(point.count * (point.count + 1) / 2, [&](int k) {
    int i = 0;
    while ((i + 1) * (i + 2) / 2 <= k) ++i;
    body(i, k - i * (i + 1) / 2);
  });
}

/// Copies the blocks to which contacts add.
template <class E>
ISOCLOTH_ANYWHERE void keep_blocks(const World<E>& w, const Listing<E>& contacts,
                                   const typename E::Real* from, typename E::Real* to) {
  const Tables& t = w.tables;
  const auto copy = [&](int block) {
    for (int k = 9 * block; k < 9 * block + 9; ++k) to[k] = from[k];
  };
  E::each(t.nodes, [&](int i) { copy(block_of(t, i, i)); });
  for (int k = contacts.of_nodes; k < contacts.count; ++k) {
    const SitePoint<E> point = SitePoint<E>::of(w, contacts.contacts[k]);
    if (k > contacts.of_nodes && are_of_one_element(t, contacts.contacts[k - 1], contacts.contacts[k]))
      continue;
    each_pair(point, [&](int i, int j) {
      if (i != j) copy(block_of(t, point.nodes[i], point.nodes[j]));
    });
  }
}

/// ρ from the stiffness of H against moving the point's free nodes, as if they were not coupled.
template <class E>
ISOCLOTH_ANYWHERE inline void choose_penalty(const World<E>& w, int c, typename E::Real bending) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const SitePoint<E> point = SitePoint<E>::of(w, c);
  const Three<Real> n = three_at(w.normal(), c);
  Real squares = {}, stiffness = {}, inertia = {};
  for (int i = 0; i < point.count; ++i) {
    const int node = point.nodes[i], block = block_of(t, node, node);
    const Real* const h = w.base_blocks() + 9 * block;
    const Real weight = is_held(w, node) ? Real{} : point.weights[i], square = weight * weight;
    squares = squares + square;
    stiffness =
        stiffness + square * dot(n, {dot(three_at(h, 0), n), dot(three_at(h, 1), n), dot(three_at(h, 2), n)});
    inertia = inertia + square * (w.diagonal()[node] + bending * t.block[block].bending);
  }
  const auto none = squares <= 0;
  const Real one = real<E>(1), over = kPenaltyShare / (none ? one : squares * squares);
  w.penalty()[c] = none ? one : over * stiffness;
  if (t.range > 0) {
    const Touch<E> touch = Touch<E>::at(w, c);
    const Real squeezed =
        larger(Real(touch.squeeze_force / t.range), squeezed_by(touch, Real(-touch.gap)).stiffness);
    w.penalty()[c] = none ? one : squeezed;
  }
  w.sideways_penalty()[c] = none ? one : over * inertia;
}

/// ρ of every contact from the blocks of H, which are kept; what the law asks for where nothing moves.
template <class E>
ISOCLOTH_ANYWHERE void enter_contacts(const World<E>& w, const Listing<E>& contacts,
                                      typename E::Real bending) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  keep_blocks(w, contacts, w.blocks(), w.base_blocks());
  E::each(t.nodes, [&](int p) { put_three(w.shift(), p, Three<Real>{}); });
  contacts.each([&](int c) {
    choose_penalty(w, c, bending);
    const Touch<E> touch = Touch<E>::at(w, c);
    Answer<E> answer = answer_of(touch, Three<Real>{}, touch.gamma <= 0, touch.listed != touch.listed);
    if (t.range > 0) {
      const Answer<E> before = answer_as_before(touch, w.slides()[c], squeeze_of(w, c));
      const typename E::Mask opened = dot(touch.normal, before.force) < -kMostPull * touch.gamma;
      answer = choose_answer<E>(touch.gamma > 0, choose_answer<E>(opened, Answer<E>{}, before), answer);
    }
    w.column()[c] = Real{};
    put_three(w.force(), c, Three<Real>{});
    put_three(w.asked(), c, answer.force);
    put_three(w.missing(), c, answer.force);
    answer.yielding.put(w.asked_k(), c);
    answer.yielding.put(w.base_k(), c);
    answer.yielding.put(w.factor_k(), c);
  });
}

/// Adds a share of the stiffness of a contact to a block of H.
template <class E>
ISOCLOTH_ANYWHERE inline void stiffen(const World<E>& w, int c, typename E::Real share, typename E::Real* h) {
  using Real = typename E::Real;
  const Three<Real> n = three_at(w.normal(), c);
  const auto k = Yielding<E>::at(w.factor_k(), c);
  const Real sideways = share * k.sideways;
  const Three<Real> along = (share * (k.along - k.sideways)) * n, slips = sideways * k.slips;
  const auto add = [&](int r, Real nr, Real sr) {
    put_three(h, r, three_at(h, r) + nr * along - sr * slips);
    h[4 * r] = h[4 * r] + sideways;
  };
  add(0, n.x, k.slips.x);
  add(1, n.y, k.slips.y);
  add(2, n.z, k.slips.z);
}

/// Blocks of H with the contacts' stiffness.
template <class E>
ISOCLOTH_ANYWHERE void stiffen_blocks(const World<E>& w, const Listing<E>& contacts) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  keep_blocks(w, contacts, w.base_blocks(), w.blocks());
  E::each(t.nodes, [&](int i) {
    Real* const h = w.blocks() + 9 * block_of(t, i, i);
    each_contact(w, i, [&](int c) { stiffen(w, c, real<E>(1), h); });
  });
  for (int k = contacts.of_nodes; k < contacts.count; ++k) {  // one after the other: they share blocks
    const int c = contacts.contacts[k];
    const SitePoint<E> point = SitePoint<E>::of(w, c);
    each_pair(point, [&](int i, int j) {
      const int a = point.nodes[i], b = point.nodes[j];
      const Real share = (is_held(w, a) | is_held(w, b)) ? Real{} : point.weights[i] * point.weights[j];
      stiffen(w, c, share, w.blocks() + 9 * block_of(t, a, b));
    });
  }
}

/// Adds what the contacts' forces lack to the right-hand side; that is set to it where it is not `kept`.
template <class E>
ISOCLOTH_ANYWHERE void load_missing(const World<E>& w, const Listing<E>& contacts, bool kept) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  E::each(t.nodes, [&](int p) {
    Three<Real> b = kept ? three_at(w.solution(), p) : Three<Real>{};
    each_contact(w, t.order[p], [&](int c) { b = b + three_at(w.missing(), c); });
    put_three(w.solution(), p, b);
  });
  for (int k = contacts.of_nodes; k < contacts.count; ++k) {  // one after the other: they share nodes
    const int c = contacts.contacts[k];
    const SitePoint<E> point = SitePoint<E>::of(w, c);
    E::each(point.count, [&](int i) {
      const int p = t.place_of[point.nodes[i]];
      const Real share = is_held(w, point.nodes[i]) ? Real{} : point.weights[i];
      put_three(w.solution(), p, three_at(w.solution(), p) + share * three_at(w.missing(), c));
    });
  }
}

/// Limits of friction from the forces found, in worlds where they changed noticeably.
template <class E>
ISOCLOTH_ANYWHERE void follow_limits(const World<E>& w, Program<E>& program) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const auto limit_of = [&](int c) {
    const Real force = dot(three_at(w.normal(), c), three_at(w.force(), c));
    return Real(w.friction()[obstacle_of(t, c)] * larger(force, Real{}));
  };
  const Real change =
                 program.contacts.largest([&](int c) { return size_of(Real(limit_of(c) - w.limit()[c])); }),
             largest = program.contacts.largest(limit_of);
  const typename E::Mask follows =
      program.runs & (program.limits_left > 0) & (change > kForceTolerance * largest);
  if (!E::any(follows)) return;
  program.limits_left = follows ? program.limits_left - 1 : program.limits_left;
  program.contacts.each([&](int c) { w.limit()[c] = follows ? limit_of(c) : w.limit()[c]; });
}

/// The largest part of a force in the frame of a contact (contact.hpp).
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real largest_sideways(Three<typename E::Real> n,
                                                           Three<typename E::Real> force) {
  using Real = typename E::Real;
  const Real zero = {}, one = real<E>(1), x = size_of(n.x), y = size_of(n.y), z = size_of(n.z);
  const auto is_x = (x <= y) & (x <= z), is_y = (is_x == 0) & (y <= z);
  const Three<Real> axis = {is_x ? one : zero, is_y ? one : zero, (is_x | is_y) ? zero : one};
  const Three<Real> side = cross(n, axis);
  const Real over = one / E::sqrt(dot(side, side));
  return larger(size_of(Real(over * dot(side, force))), size_of(Real(over * dot(cross(n, side), force))));
}

/// Whether what the force of a contact lacks is little: of the largest force, and as a way.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Mask is_met(const World<E>& w, int c, typename E::Real largest_force) {
  using Real = typename E::Real;
  const Three<Real> missing = three_at(w.missing(), c), normal = three_at(w.normal(), c);
  const Real mu = w.friction()[obstacle_of(w.tables, c)], one = real<E>(1);
  const Real times = mu > Real{} ? larger(one, Real(kSmallFriction / mu)) : one;
  const Real rho = w.penalty()[c], rho_t = w.sideways_penalty()[c], along = size_of(dot(normal, missing)),
             sideways = times * largest_sideways<E>(normal, missing);
  return (larger(along, sideways) <= kForceTolerance * largest_force) & (along <= kProgramTolerance * rho) &
         (sideways <= kProgramTolerance * rho_t);
}

/// Whether a pass is the first with new multipliers: then all contacts that press go on doing so.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Mask begins_later_round(const Program<E>& program) {
  return (program.rounds > 0) & (program.passes == 0);
}

/// What the law asks for at d, and what F lacks of it. Returns where that is little everywhere.
template <class E>
ISOCLOTH_ANYWHERE typename E::Mask ask_law(const World<E>& w, Program<E>& program) {
  using Real = typename E::Real;
  const typename E::Mask all_go_on = begins_later_round(program);
  program.largest_force = program.contacts.largest([&](int c) {
    const Touch<E> touch = Touch<E>::at(w, c);
    const typename E::Mask presses = dot(touch.normal, three_at(w.force(), c)) > 0;
    const Answer<E> answer = answer_of(touch, moved_by(w, c, w.shift()), presses == 0, presses & all_go_on);
    put_three(w.asked(), c, answer.force);
    put_three(w.missing(), c, answer.force - three_at(w.force(), c));
    answer.yielding.put(w.asked_k(), c);
    return larger(size_of(dot(touch.normal, answer.force)), largest_sideways<E>(touch.normal, answer.force));
  });
  return program.contacts.largest(
             [&](int c) { return is_met(w, c, program.largest_force) ? Real{} : real<E>(1); }) == 0;
}

/// 1 where friction would be far beyond its limit if the contact stuck (Contact::slides).
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real would_slide(const World<E>& w, int c, typename E::Real gamma) {
  using Real = typename E::Real;
  const Touch<E> touch = Touch<E>::at(w, c);
  const Three<Real> u = moved_by(w, c, w.shift());
  const Three<Real> rub = touch.rub - touch.sideways_penalty * (touch.way + across(touch.normal, u));
  return E::sqrt(dot(rub, rub)) > kSlides * (w.friction()[obstacle_of(w.tables, c)] * gamma) ? real<E>(1)
                                                                                             : Real{};
}

/// γ ← f_n in the worlds that are `met`, which thereby end a round; those whose multipliers hardly changed
/// are done.
template <class E>
ISOCLOTH_ANYWHERE void end_round(const World<E>& w, typename E::Mask met, Program<E>& program) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  const Listing<E>& contacts = program.contacts;
  const Real one = real<E>(1);
  const auto normal_force = [&](int c) {
    return larger(dot(three_at(w.normal(), c), three_at(w.asked(), c)), Real{});
  };
  const auto limit_of = [&](int c) { return Real(w.friction()[obstacle_of(t, c)] * normal_force(c)); };
  const bool is_soft = t.range > 0;
  const Real residual = is_soft ? Real{} : contacts.largest([&](int c) {
    const Real rho = w.penalty()[c];
    return Real(size_of(Real(normal_force(c) - w.gamma()[c])) / (rho > 0 ? rho : one));
  });
  const Real deepest = contacts.largest([&](int c) {
    const Real un = dot(three_at(w.normal(), c), moved_by(w, c, w.shift()));
    return w.listed()[c] > 0 ? -(w.gap()[c] + un) : Real{};
  });
  const Real depth = is_soft ? Real{} : deepest;
  const typename E::Mask squeezed = met & (t.range + Real{} > 0) & (deepest > kEnd * t.range);
  const Real change = contacts.largest([&](int c) { return size_of(Real(limit_of(c) - w.limit()[c])); }),
             largest = contacts.largest(limit_of);
  contacts.each([&](int c) {
    const Real gamma = normal_force(c);
    w.slides()[c] = met ? would_slide(w, c, gamma) : w.slides()[c];
    w.limit()[c] = met ? w.friction()[obstacle_of(t, c)] * gamma : w.limit()[c];
    w.gamma()[c] = met ? gamma : w.gamma()[c];
    put_three(w.answer(), c, choose(met, three_at(w.asked(), c), three_at(w.answer(), c)));
  });
  const typename E::Mask done = met & (residual <= kProgramTolerance) & (change <= kForceTolerance * largest);
  program.rounds = met ? program.rounds + 1 : program.rounds;
  const typename E::Mask is_slow = met & (program.rounds > kRoundsToTell) & (depth > kProgramTolerance) &
                                   (depth > 0.5 * program.before_that);
  const typename E::Mask gives_up = squeezed | ((done == 0) & is_slow);
  program.flagged = program.flagged | gives_up;
  program.runs = program.runs & (done == 0) & (gives_up == 0) & (program.rounds < kProgramRounds);
  program.passes = met ? Real{} : program.passes;
  program.before_that = met ? program.before : program.before_that;
  program.before = met ? depth : program.before;
}

/// Whether the stiffness that the law asks for is not that of the base; a quick pass regards less.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Mask has_changed(const World<E>& w, int c,
                                                      typename E::Real largest_force,
                                                      typename E::Mask is_quick) {
  using Real = typename E::Real;
  const auto now = Yielding<E>::at(w.asked_k(), c), then = Yielding<E>::at(w.base_k(), c);
  const Real change = now.squared_change(then), rho_t = w.sideways_penalty()[c],
             may = kNearlySame * larger(then.trace(), Real(kLoose * rho_t));
  const auto met = is_met(w, c, largest_force);
  const auto is_near = (now.along < kNearlyAsStiff * then.along) & (then.along < kNearlyAsStiff * now.along);
  const auto presses = (now.along > 0) & (then.along > 0) & (w.tables.range + Real{} > 0);
  const auto alike = (now.along == then.along) | (presses & (met | (is_quick & is_near)));
  const auto is_small = now.is(then) | met | (is_quick & (change <= may * may));
  return (alike & is_small) == 0;
}

/// The stiffnesses of the next pass, as a plain program chooses them, which has columns for few contacts that
/// changed: where all that changed are few, what the law asks for; else of those that changed much, the
/// others' as it was; where these are too many, all are what it asks for, from now on. Returns where one is
/// not that in the factor.
template <class E>
ISOCLOTH_ANYWHERE typename E::Mask change_stiffness(const World<E>& w, const Program<E>& program) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Real one = real<E>(1);
  const Mask may_be_quick = program.passes < kQuickPasses, never = program.passes != program.passes;
  const auto changes = [&](int c, Mask is_quick) {
    return has_changed(w, c, program.largest_force, is_quick);
  };
  const auto count_columns = [&](Mask is_quick) {
    return program.contacts.sum(
        [&](int c) { return ((w.column()[c] > 0) | changes(c, is_quick)) ? one : Real{}; });
  };
  const Mask is_quick = may_be_quick & (count_columns(never) > kMostColumns);
  const Mask many = program.runs & (count_columns(is_quick) > kMostColumns);
  const Real anew = program.contacts.largest([&](int c) {
    const Mask takes = program.runs & (many | changes(c, is_quick));
    const Real column = many ? Real{} : takes ? one : w.column()[c];
    w.column()[c] = column;
    Real* const base = w.base_k() + kYieldingSize * c;
    Real* const factor = w.factor_k() + kYieldingSize * c;
    Real differs = {};
    for (int k = 0; k < kYieldingSize; ++k) {
      const Real asked = w.asked_k()[kYieldingSize * c + k], next = takes ? asked : base[k];
      differs = (program.runs & (next != factor[k])) ? one : differs;
      factor[k] = program.runs ? next : factor[k];
      base[k] = many ? asked : base[k];
    }
    return differs;
  });
  return anew > 0;
}

/// Slope of the round's function along the step in w.move(), at a share of it. w.missing() is e = f − F here,
/// and F grows by e − K du along it.
template <class E>
ISOCLOTH_ANYWHERE typename E::Real slope_at(const World<E>& w, const Listing<E>& contacts,
                                            typename E::Real share) {
  using Real = typename E::Real;
  const typename E::Mask never = share != share;
  return -contacts.sum([&](int c) {
    const Three<Real> normal = three_at(w.normal(), c), du = moved_by(w, c, w.move());
    const Three<Real> grows = three_at(w.missing(), c) - Yielding<E>::at(w.factor_k(), c).times(normal, du);
    const Three<Real> asked =
        answer_of(Touch<E>::at(w, c), moved_by(w, c, w.shift()) + share * du, never, never).force;
    return dot(asked - three_at(w.force(), c) - share * grows, du);
  });
}

/// Where along the step the round's function is least; 1 where it falls all the way.
template <class E>
ISOCLOTH_ANYWHERE typename E::Real step_length(const World<E>& w, const Listing<E>& contacts,
                                               typename E::Mask runs) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  constexpr int kMostBisections = 40;
  const Real one = real<E>(1), start = slope_at(w, contacts, Real{}), small = kSlopeLeft * size_of(start);
  Mask searches = runs & (start < 0) & (slope_at(w, contacts, one) > small);
  Real low = {}, high = one, length = one;
  for (int k = 0; k < kMostBisections && E::any(searches); ++k) {
    const Real middle = 0.5 * (low + high), here = slope_at(w, contacts, middle);
    const Mask is_found = searches & (size_of(here) <= small);
    length = is_found ? middle : length;
    searches = searches & (is_found == 0);
    low = (searches & (here < 0)) ? middle : low;
    high = (searches & (here >= 0)) ? middle : high;
  }
  const Real end = low > 0 ? low : high;
  return searches ? end : length;
}

/// d and F along the step in w.move(), in the worlds that run.
template <class E>
ISOCLOTH_ANYWHERE void take_pass(const World<E>& w, const Listing<E>& contacts, typename E::Real length,
                                 typename E::Mask runs) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  contacts.each([&](int c) {
    const Three<Real> du = moved_by(w, c, w.move()), force = three_at(w.force(), c);
    const Three<Real> grows =
        three_at(w.missing(), c) - Yielding<E>::at(w.factor_k(), c).times(three_at(w.normal(), c), du);
    put_three(w.force(), c, choose(runs, force + length * grows, force));
  });
  E::each(t.nodes, [&](int p) {
    const Three<Real> d = three_at(w.shift(), p);
    put_three(w.shift(), p, choose(runs, d + length * three_at(w.move(), p), d));
  });
}

/// w.move() ← the solution d for the load in w.solution(), of the worlds that go on. Returns those whose
/// contacts need more than lanes do.
template <class E, class Rows>
ISOCLOTH_ANYWHERE typename E::Mask solve_with_contacts(const World<E>& w, const Rows& rows,
                                                       const Listing<E>& contacts, typename E::Real bending,
                                                       typename E::Mask goes_on) {
  using Real = typename E::Real;
  using Mask = typename E::Mask;
  const Tables& t = w.tables;
  const Real none = {};
  const Mask nowhere = goes_on & (none > 0);
  Program<E> program{goes_on, nowhere, none, none, none + kLimitChanges, none, none, none, contacts};
  enter_contacts(w, contacts, bending);
  stiffen_blocks(w, contacts);
  load_missing(w, contacts, true);
  factorize(w, rows);
  solve_back(w, rows);
  take_pass(w, contacts, real<E>(1), goes_on);
  for (int pass = 0; E::any(program.runs); ++pass) {
    for (Mask met = program.runs; E::any(met);) {
      follow_limits(w, program);
      met = program.runs & (ask_law(w, program) | (program.passes >= kMostPasses));
      if (E::any(met)) end_round(w, met, program);
    }
    if (!E::any(program.runs)) break;
    if (pass == t.most_passes) {
      program.flagged = program.flagged | program.runs;
      break;
    }
    const Mask anew = change_stiffness(w, program);
    load_missing(w, contacts, false);
    if (E::any(anew)) {
      stiffen_blocks(w, contacts);
      factorize(w, rows);
    } else {
      solve_forward(w, rows);
    }
    solve_back(w, rows);
    const Mask all_go_on = begins_later_round(program);
    const Real length = step_length(w, contacts, program.runs & (all_go_on == 0));
    take_pass(w, contacts, length, program.runs);
    program.passes = program.runs ? program.passes + 1 : program.passes;
  }
  E::each(3 * t.nodes, [&](int k) { w.move()[k] = w.shift()[k]; });
  return program.flagged;
}

}  // namespace isocloth::batch
