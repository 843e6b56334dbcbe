#include "io/cloud/formats.hpp"

#include <algorithm>

#include "io/cloud/point_list.hpp"
#include "io/file.hpp"
#include "io/mesh/bytes.hpp"
#include "io/mesh/ply_header.hpp"
#include "io/mesh/ply_values.hpp"

namespace isocloth::io {
namespace {

/// Where in a record x, y, z, red, green, blue are; −1 where they are not.
std::array<int, 6> ply_columns(const PlyElement& vertex, const std::string& path) {
  std::array<int, 6> columns;
  columns.fill(-1);
  const std::array<const char*, 6> names{"x", "y", "z", "red", "green", "blue"};
  for (std::size_t p = 0; p < vertex.properties.size(); ++p)
    for (std::size_t n = 0; n < names.size(); ++n)
      if (vertex.properties[p].name == names[n] && !vertex.properties[p].count_type)
        columns[n] = static_cast<int>(p);
  for (std::size_t n = 0; n < 3; ++n)
    if (columns[n] < 0)
      fail_at(path, vertex.line, std::string("vertices have no ") + names[n] + "; add the property");
  return columns;
}

void read_vertices(const PlyElement& vertex, const std::array<int, 6>& columns, PlyValues& values,
                   PointList& list) {
  const bool colored = std::all_of(columns.begin() + 3, columns.end(), [](int c) { return c >= 0; });
  std::vector<double> record(vertex.properties.size());
  for (std::int64_t k = 0; k < vertex.count; ++k) {
    values.begin_record();
    for (std::size_t p = 0; p < record.size(); ++p) {
      const PlyProperty& property = vertex.properties[p];
      if (!property.count_type) {
        record[p] = values.next(property.type);
        continue;
      }
      for (std::int64_t left = values.next_length(*property.count_type); left > 0; --left)
        values.next(property.type);
    }
    values.end_record();
    list.add(record[columns[0]], record[columns[1]], record[columns[2]]);
    if (colored)
      list.colors.push_back(
          {to_channel(record[columns[3]]), to_channel(record[columns[4]]), to_channel(record[columns[5]])});
  }
}

}  // namespace

Cloud parse_ply_cloud(std::string_view bytes, const std::string& path) {
  const PlyHeader header = parse_ply_header(bytes, path);
  const auto vertex = std::find_if(header.elements.begin(), header.elements.end(),
                                   [](const PlyElement& element) { return element.name == "vertex"; });
  if (vertex == header.elements.end())
    fail_at(path, header.last_line, "has no element vertex; export it as a point cloud");
  if (vertex != header.elements.begin())
    fail_at(path, vertex->line, "element vertex is not the first; export it with the vertices first");
  PlyValues values(header, path);
  values.begin_element(*vertex);
  PointList list;
  read_vertices(*vertex, ply_columns(*vertex, path), values, list);
  return std::move(list).to_cloud();
}

std::string format_ply_cloud(const Cloud& cloud) {
  std::string bytes = "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(cloud.size()) +
                      "\nproperty float x\nproperty float y\nproperty float z\n";
  if (cloud.has_colors()) bytes += "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  bytes += "end_header\n";
  bytes.reserve(bytes.size() + static_cast<std::size_t>(cloud.size()) * 15);
  for (int k = 0; k < cloud.size(); ++k) {
    for (int axis = 0; axis < 3; ++axis) append_bytes(static_cast<float>(cloud.points(k, axis)), bytes);
    if (cloud.has_colors())
      for (const std::uint8_t channel : cloud.colors[k]) bytes += static_cast<char>(channel);
  }
  return bytes;
}

}  // namespace isocloth::io
