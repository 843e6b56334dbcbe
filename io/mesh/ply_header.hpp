#pragma once

/// The head of a PLY file: what kinds of records follow, how many, and what values each holds.
///
///   ply / format ascii 1.0 / element vertex 8 / property float x / … / property list uchar int
///   vertex_indices / end_header

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isocloth::io {

enum class PlyFormat { text, little_endian, big_endian };
enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

/// Bytes of one value in a binary file.
std::size_t size_of(PlyType type);

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::float32;
  std::optional<PlyType> count_type;  ///< set for a list: the type of its length
};

struct PlyElement {
  std::string name;
  std::int64_t count = 0;
  int line = 0;  ///< of the header
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::text;
  std::vector<PlyElement> elements;
  int last_line = 0;      ///< line of end_header
  std::string_view data;  ///< what follows it
};

/// InputError "PATH:LINE: …" where the head is not as above.
PlyHeader parse_ply_header(std::string_view bytes, const std::string& path);

}  // namespace isocloth::io
