#pragma once

/// The way back from the data of a replay, as the page goes it.

#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace isocloth::test {

inline std::string from_base64(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<std::uint32_t>(letters.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(group >> bits & 0xff);
  }
  return bytes;
}

inline std::string inflated(const std::string& small) {
  std::string bytes(64 << 20, '\0');
  uLongf size = bytes.size();
  if (uncompress(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(small.data()),
                 small.size()) != Z_OK)
    throw std::runtime_error("not zlib");
  bytes.resize(size);
  return bytes;
}

struct Container {
  nlohmann::json text;
  std::string arrays;

  explicit Container(const std::string& base64) {
    const std::string bytes = inflated(from_base64(base64));
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data(), 4);
    text = nlohmann::json::parse(bytes.substr(4, length));
    arrays = bytes.substr(4 + length);
  }

  template <class Number>
  std::vector<Number> array(const nlohmann::json& section) const {
    std::vector<Number> values(section.at("count").get<std::size_t>());
    std::memcpy(values.data(), arrays.data() + section.at("at").get<std::size_t>(),
                values.size() * sizeof(Number));
    return values;
  }
};

/// Positions of all frames, 3 numbers per node.
inline std::vector<double> positions_of(const Container& container, const nlohmann::json& trajectory) {
  const auto planes = container.array<std::uint8_t>(trajectory.at("positions"));
  const std::size_t all = planes.size() / 4, frames = trajectory.at("times").at("count").get<std::size_t>();
  const std::size_t values = all / frames;
  std::vector<std::uint32_t> u(all);
  std::vector<double> x(all);
  for (std::size_t f = 0; f < frames; ++f) {
    std::uint32_t surprise[3]{};
    for (std::size_t k = 0; k < values; ++k) {
      const std::size_t at = f * values + k;
      std::uint32_t code = 0;
      for (std::size_t p = 0; p < 4; ++p) code |= std::uint32_t{planes[p * all + at]} << (8 * p);
      surprise[k % 3] += (code >> 1) ^ (0u - (code & 1));
      u[at] = surprise[k % 3] + (f > 0 ? 2 * u[at - values] : 0) - (f > 1 ? u[at - 2 * values] : 0);
      x[at] = trajectory.at("origin")[k % 3].get<double>() + trajectory.at("quantum").get<double>() * u[at];
    }
  }
  return x;
}

}  // namespace isocloth::test
