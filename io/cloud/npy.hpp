#pragma once

/// One array of a .npz file: numbers with a shape, in C order.

#include <string>
#include <string_view>
#include <vector>

namespace isocloth::io {

struct NpyArray {
  std::vector<std::size_t> shape;
  std::vector<double> values;  ///< row by row
  bool is_fraction = false;    ///< of a floating-point type
};

/// `name` is what errors begin with: "FILE: array points". Types f4, f8, u1, i1, i2, u2, i4, u4, i8.
NpyArray parse_npy(std::string_view bytes, const std::string& name);

}  // namespace isocloth::io
