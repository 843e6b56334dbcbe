#pragma once

/// CRC-32 as in zlib, PNG and zip (polynomial 0xEDB88320, reflected). It sees every error of up to 32 bits in
/// a row.

#include <cstdint>
#include <string_view>

namespace isocloth::io {

/// Checksum of `bytes`, continuing from `before` (the checksum of what came earlier).
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);

}  // namespace isocloth::io
