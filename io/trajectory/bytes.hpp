#pragma once

/// Plain numbers as little-endian bytes, the order of every binary format here.

#include <bit>
#include <cstddef>
#include <cstring>
#include <string>
#include <type_traits>

namespace isocloth::io {

static_assert(std::endian::native == std::endian::little,
              "the binary formats copy numbers as they lie in memory, which needs a little-endian machine");

/// Writes `value` at `to` and returns the place after it.
template <typename T>
char* put(char* to, T value) {
  static_assert(std::is_arithmetic_v<T>);
  std::memcpy(to, &value, sizeof value);
  return to + sizeof value;
}

/// Reads a T at `from`, which need not be aligned.
template <typename T>
T get(const char* from) {
  static_assert(std::is_arithmetic_v<T>);
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

/// Adds `value` to the end of `bytes`.
template <typename T>
void append(std::string& bytes, T value) {
  char raw[sizeof value];
  put(raw, value);
  bytes.append(raw, sizeof value);
}

}  // namespace isocloth::io
