#include "io/mesh/ply.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/file.hpp"
#include "io/mesh/bytes.hpp"
#include "io/mesh/ply_header.hpp"
#include "io/mesh/ply_values.hpp"

namespace isocloth::io {
namespace {

const PlyElement& find_element(const PlyHeader& header, const std::string& name, const std::string& path) {
  for (const PlyElement& element : header.elements)
    if (element.name == name) return element;
  fail_at(path, header.last_line,
          "the header has no element " + name + "; export the mesh with vertices and faces");
}

bool is_node_list(const PlyProperty& property) {
  return property.count_type && (property.name == "vertex_indices" || property.name == "vertex_index");
}

void check_described(const PlyHeader& header, const std::string& path) {
  const PlyElement& vertex = find_element(header, "vertex", path);
  for (const char* axis : {"x", "y", "z"})
    if (std::none_of(vertex.properties.begin(), vertex.properties.end(),
                     [&](const PlyProperty& p) { return p.name == axis && !p.count_type; }))
      fail_at(path, vertex.line,
              std::string("element vertex has no property ") + axis + "; it needs x, y and z");
  const PlyElement& face = find_element(header, "face", path);
  if (std::count_if(face.properties.begin(), face.properties.end(), is_node_list) != 1)
    fail_at(path, face.line, "element face needs one list named vertex_indices; export the mesh with it");
}

void skip_value(const PlyProperty& property, PlyValues& values) {
  std::int64_t count = property.count_type ? values.next_length(*property.count_type) : 1;
  for (; count > 0; --count) values.next(property.type);
}

void read_node(const PlyElement& vertex, PlyValues& values, Eigen::Ref<Eigen::RowVector3d> position) {
  for (const PlyProperty& property : vertex.properties) {
    const bool is_axis = property.name == "x" || property.name == "y" || property.name == "z";
    if (!is_axis) {
      skip_value(property, values);
      continue;
    }
    const double value = values.next(property.type);
    if (!std::isfinite(value)) values.fail("has a coordinate that is not finite; correct it");
    position[property.name[0] - 'x'] = value;
  }
}

int read_index(PlyType type, std::int64_t node_count, PlyValues& values) {
  const double index = values.next(type);
  if (!(index == std::floor(index))) values.fail("names a node that is not a whole number; correct it");
  if (!(index >= 0 && index < static_cast<double>(node_count))) {
    std::string text;
    append_number(index, text);
    values.fail("names node " + text + ", but the file has " + std::to_string(node_count) +
                " (counted from 0); correct the index");
  }
  return static_cast<int>(index);
}

Element read_element(const PlyElement& face, std::int64_t node_count, PlyValues& values) {
  Element element{kNoNode, kNoNode, kNoNode, kNoNode};
  for (const PlyProperty& property : face.properties) {
    if (!is_node_list(property)) {
      skip_value(property, values);
      continue;
    }
    const std::int64_t corners = values.next_length(*property.count_type);
    if (corners < 3) values.fail("has fewer than three corners; remove it");
    if (corners > 4)
      values.fail("has " + std::to_string(corners) +
                  " corners, but elements are triangles and quads; triangulate the mesh before export");
    for (std::int64_t k = 0; k < corners; ++k) element[k] = read_index(property.type, node_count, values);
  }
  return element;
}

}  // namespace

Mesh parse_ply(std::string_view bytes, const std::string& path) {
  const PlyHeader header = parse_ply_header(bytes, path);
  check_described(header, path);
  const std::int64_t node_count = find_element(header, "vertex", path).count;

  Mesh mesh;
  PlyValues values(header, path);
  for (const PlyElement& element : header.elements) {
    values.begin_element(element);
    if (element.name == "vertex") mesh.x.setZero(element.count, 3);
    for (std::int64_t i = 0; i < element.count; ++i) {
      values.begin_record();
      if (element.name == "vertex") {
        read_node(element, values, mesh.x.row(i));
      } else if (element.name == "face") {
        mesh.elements.push_back(read_element(element, node_count, values));
      } else {
        for (const PlyProperty& property : element.properties) skip_value(property, values);
      }
      values.end_record();
    }
  }
  values.end_file();
  return mesh;
}

std::string format_ply(const Mesh& mesh) {
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment isocloth mesh, metres\nelement vertex " +
                      std::to_string(mesh.node_count()) +
                      "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
                      std::to_string(mesh.element_count()) +
                      "\nproperty list uchar int vertex_indices\nend_header\n";
  for (Eigen::Index k = 0; k < mesh.x.size(); ++k) append_bytes(mesh.x.data()[k], bytes);
  for (const Element& element : mesh.elements) {
    append_bytes(static_cast<std::uint8_t>(corner_count(element)), bytes);
    for (int k = 0; k < corner_count(element); ++k)
      append_bytes(static_cast<std::int32_t>(element[k]), bytes);
  }
  return bytes;
}

}  // namespace isocloth::io
