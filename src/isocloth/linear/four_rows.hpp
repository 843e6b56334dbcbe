#pragma once

/// Four rows of a strip in registers: a Lane4; where registers hold two numbers (SSE2) two halves, as g++
/// keeps vectors that are longer than a register in memory, which made the kernels several times slower
/// there. The same bits.

#include "isocloth/core/lanes.hpp"

namespace isocloth {

#if defined(__SSE2__) && !defined(__AVX__) && !defined(__clang__)

struct FourRows {
  typedef double Two __attribute__((vector_size(16)));
  Two low = {}, high = {};

  double operator[](int i) const { return i < 2 ? low[i] : high[i - 2]; }
  FourRows operator-() const { return {-low, -high}; }
  FourRows& operator+=(const FourRows& b) { return *this = *this + b; }
  FourRows& operator-=(const FourRows& b) { return *this = *this - b; }
  FourRows& operator*=(double b) { return *this = *this * b; }
  friend FourRows operator+(const FourRows& a, const FourRows& b) { return {a.low + b.low, a.high + b.high}; }
  friend FourRows operator-(const FourRows& a, const FourRows& b) { return {a.low - b.low, a.high - b.high}; }
  friend FourRows operator*(const FourRows& a, const FourRows& b) { return {a.low * b.low, a.high * b.high}; }
  friend FourRows operator*(const FourRows& a, double b) { return {a.low * b, a.high * b}; }
};

inline FourRows load_rows(const double* from) {
  FourRows rows;
  std::memcpy(&rows.low, from, sizeof rows.low);
  std::memcpy(&rows.high, from + 2, sizeof rows.high);
  return rows;
}
inline void store_rows(double* to, const FourRows& rows) {
  std::memcpy(to, &rows.low, sizeof rows.low);
  std::memcpy(to + 2, &rows.high, sizeof rows.high);
}
inline void set_row(FourRows& rows, int i, double value) {
  if (i < 2)
    rows.low[i] = value;
  else
    rows.high[i - 2] = value;
}

/// As sums of lanes.
inline FourRows sums(const FourRows& a, const FourRows& b, const FourRows& c, const FourRows& d) {
  const auto sum = [](const FourRows& v) { return (v.low[0] + v.low[1]) + (v.high[0] + v.high[1]); };
  return {FourRows::Two{sum(a), sum(b)}, FourRows::Two{sum(c), sum(d)}};
}

#else

using FourRows = Lane4;

inline FourRows load_rows(const double* from) { return load_lanes(from); }
inline void store_rows(double* to, FourRows rows) { store_lanes(to, rows); }
inline void set_row(FourRows& rows, int i, double value) { rows[i] = value; }

#endif

}  // namespace isocloth
