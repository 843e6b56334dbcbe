#pragma once

/// Numbers as bytes in either order, whatever the machine's own order is.

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace isocloth::io {

/// The unsigned integer as large as T.
template <class T>
using BitsOf =
    std::conditional_t<sizeof(T) == 1, std::uint8_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// The number in the first sizeof(T) bytes, of which there must be enough.
template <class T>
T read_bytes(std::string_view bytes, bool big_endian = false) {
  BitsOf<T> bits = 0;
  for (std::size_t k = 0; k < sizeof(T); ++k) {
    const auto byte = static_cast<unsigned char>(bytes[big_endian ? k : sizeof(T) - 1 - k]);
    bits = static_cast<BitsOf<T>>((std::uint64_t{bits} << 8) | byte);
  }
  return std::bit_cast<T>(bits);
}

/// Appends the number, lowest byte first.
template <class T>
void append_bytes(T value, std::string& bytes) {
  const auto bits = std::uint64_t{std::bit_cast<BitsOf<T>>(value)};
  for (std::size_t k = 0; k < sizeof(T); ++k) bytes += static_cast<char>((bits >> (8 * k)) & 0xFF);
}

}  // namespace isocloth::io
