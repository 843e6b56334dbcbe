#pragma once

/// Four numbers in one vector register.

#include <cstring>

namespace isocloth {

typedef double Lane4 __attribute__((vector_size(32)));

inline Lane4 load_lanes(const double* from) {
  Lane4 value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store_lanes(double* to, Lane4 value) { std::memcpy(to, &value, sizeof value); }

/// The first three lanes alone.
inline void store_three(double* to, Lane4 value) {
  const auto two = __builtin_shufflevector(value, value, 0, 1);
  std::memcpy(to, &two, sizeof two);
  to[2] = value[2];
}

}  // namespace isocloth
