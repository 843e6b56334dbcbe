#pragma once

/// The same two points in every format: (0.25, −1.5, 2) red, (1, 2, 3) colour 10 20 30.

#include <string>
#include <utility>
#include <vector>

#include "io/mesh/bytes.hpp"

namespace isocloth::io::test {

inline std::string two_points_ply() {
  return "ply\nformat ascii 1.0\ncomment any\nelement vertex 2\nproperty double y\nproperty float x\n"
         "property list uchar int any\nproperty float z\nproperty uchar red\nproperty uchar green\n"
         "property uchar blue\nelement face 0\nproperty list uchar int vertex_indices\nend_header\n"
         "-1.5 0.25 2 7 8 2 255 0 0\n2 1 0 3 10 20 30\n";
}

inline std::string two_points_xyz() {
  return "# any\nx,y,z,r,g,b\n0.25,-1.5,2,255,0,0\n\n1, 2, 3, 10, 20, 30\n";
}

inline std::string pcd_head(const std::string& data) {
  return "# .PCD v0.7\nVERSION 0.7\nFIELDS x y z rgb curve\nSIZE 4 8 4 4 2\nTYPE F F F U I\nCOUNT 1 1 1 1 2\n"
         "WIDTH 2\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 2\nDATA " +
         data + "\n";
}

inline std::string two_points_pcd_text() {
  return pcd_head("ascii") + "0.25 -1.5 2 16711680 1 2\n1 2 3 660510 -1 -2\n";
}

/// Fields of both points, point by point or field by field.
inline std::string pcd_bytes(bool by_field) {
  const float x[2] = {0.25F, 1}, z[2] = {2, 3};
  const double y[2] = {-1.5, 2};
  const std::uint32_t rgb[2] = {0xff0000, 0x0a141e};
  std::string bytes;
  const auto field = [&](int f, int k) {
    if (f == 0) append_bytes(x[k], bytes);
    if (f == 1) append_bytes(y[k], bytes);
    if (f == 2) append_bytes(z[k], bytes);
    if (f == 3) append_bytes(rgb[k], bytes);
    if (f == 4) bytes += "abcd";
  };
  for (int outer = 0; outer < (by_field ? 5 : 2); ++outer)
    for (int inner = 0; inner < (by_field ? 2 : 5); ++inner)
      by_field ? field(outer, inner) : field(inner, outer);
  return bytes;
}

inline std::string two_points_pcd_binary() { return pcd_head("binary") + pcd_bytes(false); }

/// LZF by hand: all bytes as they are but the last four, which repeat the four before them.
inline std::string two_points_pcd_compressed() {
  const std::string plain = pcd_bytes(true);
  std::string packed;
  const std::size_t literal = plain.size() - 4;
  for (std::size_t at = 0; at < literal; at += 32) {
    const std::size_t length = literal - at < 32 ? literal - at : 32;
    packed += static_cast<char>(length - 1);
    packed += plain.substr(at, length);
  }
  packed += {static_cast<char>(2 << 5), static_cast<char>(3)};  // 2 + 2 bytes from 3 + 1 before
  std::string bytes = pcd_head("binary_compressed");
  append_bytes(static_cast<std::uint32_t>(packed.size()), bytes);
  append_bytes(static_cast<std::uint32_t>(plain.size()), bytes);
  return bytes + packed;
}

/// A numpy array of float32 as .npy.
inline std::string npy(const std::string& shape, const std::vector<float>& values) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + ", }";
  header += std::string(117 - header.size(), ' ') + "\n";
  std::string bytes = std::string("\x93NUMPY\x01", 7) + '\0';
  append_bytes(static_cast<std::uint16_t>(header.size()), bytes);
  bytes += header;
  for (const float value : values) append_bytes(value, bytes);
  return bytes;
}

/// A zip archive of stored entries; checksums are not looked at.
inline std::string zip(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string bytes, directory;
  const auto u16 = [](std::string& to, std::size_t v) { append_bytes(static_cast<std::uint16_t>(v), to); };
  const auto u32 = [](std::string& to, std::size_t v) { append_bytes(static_cast<std::uint32_t>(v), to); };
  const auto common = [&](std::string& to, const std::string& name, const std::string& data) {
    u16(to, 20), u16(to, 0), u16(to, 0), u32(to, 0), u32(to, 0), u32(to, data.size()), u32(to, data.size());
    u16(to, name.size()), u16(to, 0);
  };
  for (const auto& [name, data] : entries) {
    const std::size_t at = bytes.size();
    bytes += "PK\3\4", common(bytes, name, data), bytes += name + data;
    directory += "PK\1\2", u16(directory, 20), common(directory, name, data);
    u16(directory, 0), u16(directory, 0), u16(directory, 0), u32(directory, 0), u32(directory, at);
    directory += name;
  }
  const std::size_t start = bytes.size();
  bytes += directory + "PK\5\6";
  u16(bytes, 0), u16(bytes, 0), u16(bytes, entries.size()), u16(bytes, entries.size());
  u32(bytes, directory.size()), u32(bytes, start), u16(bytes, 0);
  return bytes;
}

inline std::string two_points_npz() {
  return zip({{"points.npy", npy("(2, 3)", {0.25F, -1.5F, 2, 1, 2, 3})},
              {"colors.npy", npy("(2, 3)", {1, 0, 0, 10 / 255.0F, 20 / 255.0F, 30 / 255.0F})}});
}

}  // namespace isocloth::io::test
