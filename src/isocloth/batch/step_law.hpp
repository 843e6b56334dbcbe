#pragma once

/// Force of a contact and its stiffness (contact/contact_law.hpp), for a point that moved by u:
///
///   f_n = max(0, γ − ρ(gap + u_n)),   f_t = τ − ρ_t(way + u_t), cut off at length µγ
///
/// or, where the cloth can be squeezed, f_n = F z/(1 − z), z = −(gap + u_n)/r. All vectors are the world's;
/// across the normal they are what is left of them without their part along it.

#include "isocloth/batch/world.hpp"
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
  Real squeeze_force;  ///< F …
  double range;        ///< … and r of a law that is soft

  ISOCLOTH_ANYWHERE static Touch at(const World<E>& w, int contact) {
    return {three_at(w.normal(), contact),
            three_at(w.way(), contact),
            three_at(w.rub(), contact),
            w.gap()[contact],
            w.gamma()[contact],
            w.limit()[contact],
            w.penalty()[contact],
            w.sideways_penalty()[contact],
            w.listed()[contact],
            w.tables.range > 0 ? w.squeeze_force()[contact] : Real{},
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

/// s at which the force of a contact is γ ≥ 0 [m]; 0 of a hard one.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real squeeze_of(const World<E>& w, int c) {
  using Real = typename E::Real;
  const Tables& t = w.tables;
  if (t.range == 0) return Real{};
  const Real share = w.gamma()[c] / w.squeeze_force()[c], within = share / (1 + share),
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
    const Real at_rest = c.squeeze_force / c.range;
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

}  // namespace isocloth::batch
