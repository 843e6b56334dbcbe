#pragma once

/// A number and its derivative along one direction: a + a′ε with ε² = 0.

#include <cmath>

namespace isocloth::test {

struct Dual {
  double value = 0, slope = 0;

  constexpr Dual() = default;
  constexpr Dual(double number, double derivative = 0) : value(number), slope(derivative) {}  // NOLINT

  Dual& operator+=(const Dual& b) { return *this = {value + b.value, slope + b.slope}; }
  Dual& operator-=(const Dual& b) { return *this = {value - b.value, slope - b.slope}; }
};

inline Dual operator+(Dual a, const Dual& b) { return a += b; }
inline Dual operator-(Dual a, const Dual& b) { return a -= b; }
inline Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
inline Dual operator*(const Dual& a, const Dual& b) {
  return {a.value * b.value, a.slope * b.value + a.value * b.slope};
}
inline Dual operator/(const Dual& a, const Dual& b) {
  const double ratio = a.value / b.value;
  return {ratio, (a.slope - ratio * b.slope) / b.value};
}
inline bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
inline bool operator>(const Dual& a, const Dual& b) { return b < a; }

/// At 0, where it has no derivative, that of the number 0.
inline Dual sqrt(const Dual& a) {
  const double root = std::sqrt(a.value);
  return root > 0 ? Dual{root, a.slope / (2 * root)} : Dual{};
}

}  // namespace isocloth::test
