#pragma once

/// Four numbers in one vector register, in the compiler's own terms (GCC and Clang).

#include <Eigen/Core>
#include <cstring>

namespace isocloth {

typedef double Lane4 __attribute__((vector_size(32)));

inline Lane4 load_lanes(const double* from) {
  Lane4 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store_lanes(double* to, Lane4 value) { std::memcpy(to, &value, sizeof value); }

/// The first `count` lanes alone, up to four; the others are zero.
inline Lane4 load_some(const double* from, int count) {
  if (count >= 4) return load_lanes(from);
  Lane4 value = {};
  for (int i = 0; i < count; ++i) value[i] = from[i];
  return value;
}
inline void store_some(double* to, Lane4 value, int count) {
  if (count >= 4) return store_lanes(to, value);
  for (int i = 0; i < count; ++i) to[i] = value[i];
}

/// The first three lanes alone; the fourth is zero.
inline Lane4 load_three(const double* from) {
  typedef double Two __attribute__((vector_size(16)));
  Two two, last = {from[2], 0};
  std::memcpy(&two, from, sizeof two);
  return __builtin_shufflevector(two, last, 0, 1, 2, 3);
}
inline void store_three(double* to, Lane4 value) {
  const auto two = __builtin_shufflevector(value, value, 0, 1);
  std::memcpy(to, &two, sizeof two);
  to[2] = value[2];
}

inline Lane4 square_roots(Lane4 a) {
  Eigen::Array4d value;
  std::memcpy(value.data(), &a, sizeof a);
  value = value.sqrt();
  return load_lanes(value.data());
}

/// (Σ a, Σ b, Σ c, Σ d), each as (0 + 1) + (2 + 3).
inline Lane4 sums(Lane4 a, Lane4 b, Lane4 c, Lane4 d) {
  const Lane4 ab = __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lane4 cd = __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// Calls body.operator()<Size>() for a size from 1 to Largest known at run time.
template <int Largest, class Body>
inline auto with_size(int size, const Body& body) {
  if constexpr (Largest == 1) {
    return body.template operator()<1>();
  } else {
    if (size >= Largest) return body.template operator()<Largest>();
    return with_size<Largest - 1>(size, body);
  }
}

}  // namespace isocloth
