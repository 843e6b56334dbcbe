#pragma once

/// One vector register of numbers of either precision: four doubles or eight floats.

#include "isocloth/core/lanes.hpp"

namespace isocloth {

typedef float Lane8 __attribute__((vector_size(32)));

template <class Real>
struct LanesOf;
template <>
struct LanesOf<double> {
  using Type = Lane4;
};
template <>
struct LanesOf<float> {
  using Type = Lane8;
};
template <class Real>
using Lanes = typename LanesOf<Real>::Type;

inline Lane8 load_lanes(const float* from) {
  Lane8 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store_lanes(float* to, Lane8 value) { std::memcpy(to, &value, sizeof value); }

/// to[0 … 3] ← Σ a, Σ b, Σ c, Σ d.
inline void store_sums(double* to, Lane4 a, Lane4 b, Lane4 c, Lane4 d) { store_lanes(to, sums(a, b, c, d)); }
inline void store_sums(float* to, Lane8 a, Lane8 b, Lane8 c, Lane8 d) {
  const auto halves = [](Lane8 v) {
    return __builtin_shufflevector(v, v, 0, 1, 2, 3) + __builtin_shufflevector(v, v, 4, 5, 6, 7);
  };
  const auto pairs = [](auto v, auto w) {
    return __builtin_shufflevector(v, w, 0, 2, 4, 6) + __builtin_shufflevector(v, w, 1, 3, 5, 7);
  };
  const auto total = pairs(pairs(halves(a), halves(b)), pairs(halves(c), halves(d)));
  std::memcpy(to, &total, sizeof total);
}

}  // namespace isocloth
