#pragma once

/// Plain numbers as little-endian bytes, the order of every binary format here; bytes checked, and as text.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
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

/// CRC-32 as in zlib, PNG and zip (polynomial 0xEDB88320, reflected), continuing from `before`, the checksum
/// of what came earlier. It sees every error of up to 32 bits in a row.
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);

/// Binary data as text (RFC 4648, with padding), as XML needs it.
std::string to_base64(std::string_view bytes);

}  // namespace isocloth::io
