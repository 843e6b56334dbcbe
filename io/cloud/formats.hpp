#pragma once

/// The formats of point clouds, from bytes. `path` names the file in errors. Points may be NaN: the caller
/// drops them.

#include <string>
#include <string_view>
#include <vector>

#include "io/cloud/cloud.hpp"

namespace isocloth::io {

/// PLY as a cloud: x, y, z of element vertex, and red, green, blue where it has them; text or binary.
///
/// Other properties are read over; what comes after the vertices (faces) is not looked at.
Cloud parse_ply_cloud(std::string_view bytes, const std::string& path);

/// Binary, little-endian; positions as float [m], colours as uchar where the cloud has them.
std::string format_ply_cloud(const Cloud& cloud);

/// PCD, the format of the Point Cloud Library: ascii, binary and binary_compressed.
///
///   VERSION 0.7 / FIELDS x y z rgb / SIZE 4 4 4 4 / TYPE F F F F / COUNT 1 1 1 1 / WIDTH … / DATA binary
///
/// Field rgb (or rgba) holds 0xRRGGBB in the bits of its number. Other fields are read over.
/// binary_compressed holds the sizes before and after (two uint32) and LZF data, in which fields follow each
/// other as columns.
Cloud parse_pcd(std::string_view bytes, const std::string& path);

/// XYZ: a point per line, `x y z` or `x y z r g b`, between blanks, commas or semicolons.
///
/// Lines that begin with # or // and a line of column names at the top are read over. Colours are 0…255.
Cloud parse_xyz(std::string_view text, const std::string& path);

/// NPZ: clouds as numpy arrays. One cloud a file, or a whole recording in one:
///
///   points (n,3) [m]                colors (n,3) where there are any: uint8, or fractions 0…1
///   points (f,n,3), NaN as filler   colors (f,n,3)                       t (f) [s]
///
/// `positions` will do as the name of the points, `rgb` as that of the colours, `times` as that of t.
struct NpzClouds {
  std::vector<Cloud> clouds;
  std::vector<double> times;  ///< as many as clouds, or none
};

NpzClouds parse_npz(const std::string& bytes, const std::string& path);

}  // namespace isocloth::io
