#include "io/html/sections.hpp"

#include <bit>
#include <functional>

namespace isocloth::io {

static_assert(std::endian::native == std::endian::little, "arrays are copied as they are in memory");

namespace {

void pad(std::string& bytes) { bytes.resize((bytes.size() + 3) / 4 * 4, ' '); }

}  // namespace

/// Where the bytes are; they are added unless they are there.
std::size_t Sections::place_of(std::string_view section) {
  const std::size_t hash = std::hash<std::string_view>{}(section), end = bytes_.size();
  const auto [first, last] = places_.equal_range(hash);
  for (auto known = first; known != last; ++known)
    if (std::string_view(bytes_).substr(known->second).starts_with(section)) return known->second;
  places_.emplace(hash, end);
  bytes_.append(section);
  pad(bytes_);
  return end;
}

Sections::Json Sections::append(const void* data, std::size_t count, std::size_t size, const char* type) {
  const std::size_t at =
      count == 0 ? bytes_.size() : place_of({static_cast<const char*>(data), count * size});
  return {{"at", at}, {"count", count}, {"type", type}};
}

Sections::Json Sections::add(std::span<const float> values) {
  return append(values.data(), values.size(), sizeof(float), "f32");
}

Sections::Json Sections::add(std::span<const std::int32_t> values) {
  return append(values.data(), values.size(), sizeof(std::int32_t), "i32");
}

Sections::Json Sections::add(std::span<const std::uint8_t> values) {
  return append(values.data(), values.size(), 1, "u8");
}

std::string Sections::finish(const Json& text) const {
  std::string json = text.dump(-1, ' ', false, Json::error_handler_t::replace);
  pad(json);
  const auto length = static_cast<std::uint32_t>(json.size());
  std::string container(reinterpret_cast<const char*>(&length), sizeof length);
  return container + json + bytes_;
}

}  // namespace isocloth::io
