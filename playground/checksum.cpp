#include "io/trajectory/bytes.hpp"

/// CRC-32 bit by bit, so that the engine in a page needs no zlib; a link has some ten kilobytes.
namespace isocloth::io {

std::uint32_t checksum(std::string_view bytes, std::uint32_t before) {
  std::uint32_t sum = ~before;
  for (const char byte : bytes) {
    sum ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1u) * 0xEDB88320u;
  }
  return ~sum;
}

}  // namespace isocloth::io
