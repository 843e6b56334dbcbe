#pragma once

/// Several worlds in the lanes of a vector register: every sum of one cloth is a vector of sums, so there are
/// no shuffles and no short loops.

#include <cmath>

#ifdef __AVX__
#include <immintrin.h>
#endif

#include "isocloth/batch/engine.hpp"

namespace isocloth::batch {

template <int Width>
struct LanesOf;
template <>
struct LanesOf<4> {
  typedef double Real __attribute__((vector_size(32)));
};
template <>
struct LanesOf<8> {
  typedef double Real __attribute__((vector_size(64)));
};

template <int Width>
struct LanesEngine {
  using Real = typename LanesOf<Width>::Real;
  using Mask = decltype(Real{} < Real{});
  static constexpr int kWidth = Width;
  static constexpr int kTile = 3;
  static constexpr bool kTouches = true;

  static Real fma(Real a, Real b, Real c) {
#ifdef __FMA__
    if constexpr (Width == 4) return _mm256_fmadd_pd(a, b, c);
#endif
#ifdef __AVX512F__
    if constexpr (Width == 8) return _mm512_fmadd_pd(a, b, c);
#endif
    for (int k = 0; k < Width; ++k) c[k] = std::fma(a[k], b[k], c[k]);
    return c;
  }
  static Real sqrt(Real a) {
#ifdef __AVX__
    if constexpr (Width == 4) return _mm256_sqrt_pd(a);
#endif
#ifdef __AVX512F__
    if constexpr (Width == 8) return _mm512_maskz_sqrt_pd(0xff, a);  // the plain one warns in g++ 12
#endif
    for (int k = 0; k < Width; ++k) a[k] = std::sqrt(a[k]);
    return a;
  }

  static Real halved_bits(Real a) {
    Mask bits;
    __builtin_memcpy(&bits, &a, sizeof a);
    bits = kHalvedBits - (bits >> 1);
    __builtin_memcpy(&a, &bits, sizeof a);
    return a;
  }

  template <class Body>
  static void each(int count, const Body& body) {
    for (int i = 0; i < count; ++i) body(i);
  }
  template <class Body>
  static Real largest(int count, const Body& body) {
    Real found = {};
    for (int i = 0; i < count; ++i) found = larger<Real>(body(i), found);
    return found;
  }
  template <class Body>
  static Real sum(int count, const Body& body) {
    Real part[kPartialSums] = {};
    for (int i = 0; i < count; ++i) part[i % kPartialSums] = part[i % kPartialSums] + body(i);
    return sum_in_pairs(part);
  }
  template <class Holds>
  static int gather(int begin, int end, const Holds& holds, int* list) {
    int found = 0;
    for (int i = begin; i < end; ++i)
      if (any(holds(i))) list[found++] = i;
    return found;
  }
  template <class Holds, class Body>
  static Real sum_of(int, const Holds&, const int* list, int count, const Body& body) {
    Real part[kPartialSums] = {};
    for (int k = 0; k < count; ++k) {
      Real& own = part[list[k] % kPartialSums];
      own = own + body(list[k]);
    }
    return sum_in_pairs(part);
  }
  static bool any(Mask mask) {
    long long found = 0;
    for (int k = 0; k < Width; ++k) found |= mask[k];
    return found != 0;
  }

 private:
  static Real sum_in_pairs(Real (&part)[kPartialSums]) {
    for (int apart = kPartialSums / 2; apart > 0; apart /= 2)
      for (int k = 0; k < apart; ++k) part[k] = part[k] + part[k + apart];
    return part[0];
  }
};

}  // namespace isocloth::batch
