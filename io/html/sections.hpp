#pragma once

/// A container of named arrays: u32 length of a JSON text, that text, then the arrays one after the other.
///
/// All numbers are little-endian. The JSON says of each array {"at": first byte after the text's padding,
/// "count": numbers, "type": "f32" | "i32" | "u8"}; text and arrays are padded to multiples of four bytes.
/// Arrays of the same bytes, such as the surfaces of two arms, are there once.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace isocloth::io {

class Sections {
 public:
  using Json = nlohmann::ordered_json;

  /// Each adds an array and returns what the JSON text says of it.
  Json add(std::span<const float> values);
  Json add(std::span<const std::int32_t> values);
  Json add(std::span<const std::uint8_t> values);

  std::size_t size() const { return bytes_.size(); }

  /// The whole container; `text` names the arrays.
  std::string finish(const Json& text) const;

 private:
  Json append(const void* data, std::size_t count, std::size_t size, const char* type);
  std::size_t place_of(std::string_view section);

  std::string bytes_;
  std::unordered_multimap<std::size_t, std::size_t> places_;  ///< hash of an array → where it is
};

}  // namespace isocloth::io
