#pragma once

/// What the arithmetic of a batch is written over: an engine E, which is either
///
///   LanesEngine<W>   a CPU core: W worlds side by side in the lanes of a vector register
///   BlockEngine      a GPU: one world, on the threads of a block
///
///   E::Real, E::Mask         a number, or whether something holds, of each world at hand
///   E::each(count, body)     body(i) for i = 0 … count − 1, in any order; all are done when it returns
///   E::largest(count, body)  the largest of body(i), and 0 where none is above; likewise all are done
///   E::sum(count, body)      the sum of body(i), in the same order on every engine
///   E::any(mask)             whether it holds in one of the worlds at hand
///   E::gather(begin, end, holds, list)  the i for which holds(i) in one of them, in order; how many they are
///   E::sum_of(all, holds, list, count, body)  the sum of body(i) over i = 0 … all − 1 for which holds(i),
///   which
///                            are in the list, in the order of sum(): what is left out would add 0
///   E::fma, E::sqrt          rounded once
///   E::halved_bits(a)        C − bits of a / 2, as a number: 1/√a to 3.5 %
///   E::kTile                 rows of a 3×3 block that one call of a body works on
///   E::kTouches              whether its worlds may have obstacles
///
/// Masks come from comparisons and choose by `mask ? a : b`. Both engines round alike (IEEE 754; compilers
/// may not fuse a·b + c on their own), sums are taken in one order, and nothing passes from world to world:
/// so a world has the same bits on either, in any lane and among any others.

#ifdef __CUDACC__
#define ISOCLOTH_ANYWHERE __device__
#else
#define ISOCLOTH_ANYWHERE
#endif

namespace isocloth::batch {

/// Sums are taken of every 32nd term, then of these sums in pairs: as a warp of a GPU takes them.
inline constexpr int kPartialSums = 32;

template <class Real>
ISOCLOTH_ANYWHERE inline Real larger(Real a, Real b) {
  return a > b ? a : b;
}
template <class Real>
ISOCLOTH_ANYWHERE inline Real smaller(Real a, Real b) {
  return a < b ? a : b;
}
template <class Real>
ISOCLOTH_ANYWHERE inline Real size_of(Real a) {
  return a < 0 ? -a : a;
}

/// C of E::halved_bits. [Robertson, "A brief history of InvSqrt", 2012]
inline constexpr long long kHalvedBits = 0x5fe6eb50c7b537a9;

/// 1/√a to rounding, not a number where a is not above 0: by Newton's method, which takes a third of the time
/// of a root and a division on a GPU.
template <class E>
ISOCLOTH_ANYWHERE inline typename E::Real inverse_root(typename E::Real a) {
  using Real = typename E::Real;
  const Real half = -0.5 * a, zero = {}, none = zero / zero;
  Real y = E::halved_bits(a);
  for (int i = 0; i < 4; ++i) y = y * E::fma(half * y, y, zero + 1.5);
  return a > 0 ? y : none;
}

/// A vector in space.
template <class Real>
struct Three {
  Real x, y, z;

  ISOCLOTH_ANYWHERE friend Three operator+(Three a, Three b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  ISOCLOTH_ANYWHERE friend Three operator-(Three a, Three b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  template <class Factor>
  ISOCLOTH_ANYWHERE friend Three operator*(Factor s, Three a) {
    return {s * a.x, s * a.y, s * a.z};
  }
};

template <class Real>
ISOCLOTH_ANYWHERE inline Real dot(Three<Real> a, Three<Real> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class Real>
ISOCLOTH_ANYWHERE inline Three<Real> cross(Three<Real> a, Three<Real> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class Real>
ISOCLOTH_ANYWHERE inline Three<Real> three_at(const Real* from, int i) {
  return {from[3 * i], from[3 * i + 1], from[3 * i + 2]};
}
template <class Real>
ISOCLOTH_ANYWHERE inline void put_three(Real* to, int i, Three<Real> a) {
  to[3 * i] = a.x;
  to[3 * i + 1] = a.y;
  to[3 * i + 2] = a.z;
}

template <class Mask, class Real>
ISOCLOTH_ANYWHERE inline Three<Real> choose(Mask mask, Three<Real> a, Three<Real> b) {
  return {mask ? a.x : b.x, mask ? a.y : b.y, mask ? a.z : b.z};
}

}  // namespace isocloth::batch
