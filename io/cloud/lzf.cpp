#include "io/cloud/format_parts.hpp"

namespace isocloth::io {

std::optional<std::string> decompress_lzf(std::string_view data, std::size_t size) {
  constexpr std::size_t kLargestGain = 264;  // bytes of a copy, from three
  if (size / kLargestGain > data.size()) return std::nullopt;
  std::string out;
  out.reserve(size);
  std::size_t at = 0;
  const auto byte = [&] { return static_cast<std::size_t>(static_cast<unsigned char>(data[at++])); };
  while (at < data.size()) {
    const std::size_t control = byte();
    if (control < 32) {
      const std::size_t length = control + 1;
      if (data.size() - at < length) return std::nullopt;
      out.append(data.substr(at, length));
      at += length;
    } else {
      std::size_t length = control >> 5;
      if (length == 7 && at < data.size()) length += byte();
      if (at == data.size()) return std::nullopt;
      const std::size_t back = ((control & 31) << 8) + byte() + 1;
      if (back > out.size()) return std::nullopt;
      for (length += 2; length > 0; --length) out += out[out.size() - back];  // may copy what it just wrote
    }
    if (out.size() > size) return std::nullopt;
  }
  return out.size() == size ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace isocloth::io
