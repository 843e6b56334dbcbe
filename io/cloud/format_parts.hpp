#pragma once

/// What the formats of clouds are made of: the head of PCD and its compression; zip and its arrays for NPZ.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace isocloth::io {

enum class PcdData { ascii, binary, binary_compressed };

struct PcdField {
  std::string name;
  int bytes = 4;       ///< of one value: 1, 2, 4 or 8
  char type = 'F';     ///< F float, I signed, U unsigned
  int count = 1;       ///< values a point
  std::size_t at = 0;  ///< bytes of the fields before it
};

/// The head of a PCD file: which fields a point has, how many points there are, and how they are written.
struct PcdHeader {
  std::vector<PcdField> fields;
  std::size_t points = 0;
  std::size_t point_bytes = 0;
  PcdData data = PcdData::ascii;
  int last_line = 0;
  std::string_view rest;  ///< what follows the line DATA
};

/// InputError "PATH:LINE: …" where the head is not as in formats.hpp.
PcdHeader parse_pcd_header(std::string_view bytes, const std::string& path);

/// LZF, the compression of binary_compressed PCD files: copies of earlier bytes, and bytes as they are.
///
///   000LLLLL                    the next L + 1 bytes as they are
///   LLLooooo oooooooo           L + 2 bytes from o + 1 bytes before; for L = 7 a byte more for L follows
///
/// [Lehmann, LibLZF]
///
/// The `size` bytes that were compressed; nothing where the data does not give exactly as many.
std::optional<std::string> decompress_lzf(std::string_view data, std::size_t size);

/// Entries of a zip archive, stored or deflated: what .npz files are made of. No Zip64.
/// Contents by name; `path` names the file in errors.
std::map<std::string, std::string> read_zip(std::string_view bytes, const std::string& path);

/// One array of a .npz file: numbers with a shape, in C order.
struct NpyArray {
  std::vector<std::size_t> shape;
  std::vector<double> values;  ///< row by row
  bool is_fraction = false;    ///< of a floating-point type
};

/// `name` is what errors begin with: "FILE: array points". Types f4, f8, u1, i1, i2, u2, i4, u4, i8.
NpyArray parse_npy(std::string_view bytes, const std::string& name);

}  // namespace isocloth::io
