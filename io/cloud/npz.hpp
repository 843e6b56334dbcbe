#pragma once

/// NPZ: clouds as numpy arrays. One cloud a file, or a whole recording in one:
///
///   points (n,3) [m]                colors (n,3) where there are any: uint8, or fractions 0…1
///   points (f,n,3), NaN as filler   colors (f,n,3)                       t (f) [s]
///
/// `positions` will do as the name of the points, `rgb` as that of the colours, `times` as that of t.

#include <string>
#include <vector>

#include "io/cloud/cloud.hpp"

namespace isocloth::io {

struct NpzClouds {
  std::vector<Cloud> clouds;
  std::vector<double> times;  ///< as many as clouds, or none
};

/// `path` names the file in errors. Points may be NaN: the caller drops them.
NpzClouds parse_npz(const std::string& bytes, const std::string& path);

}  // namespace isocloth::io
