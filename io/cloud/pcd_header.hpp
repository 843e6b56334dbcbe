#pragma once

/// The head of a PCD file: which fields a point has, how many points there are, and how they are written.

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

struct PcdHeader {
  std::vector<PcdField> fields;
  std::size_t points = 0;
  std::size_t point_bytes = 0;
  PcdData data = PcdData::ascii;
  int last_line = 0;
  std::string_view rest;  ///< what follows the line DATA
};

/// InputError "PATH:LINE: …" where the head is not as in pcd.hpp.
PcdHeader parse_pcd_header(std::string_view bytes, const std::string& path);

}  // namespace isocloth::io
