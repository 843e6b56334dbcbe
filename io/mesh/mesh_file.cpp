#include "io/mesh/mesh_file.hpp"

#include <cmath>
#include <optional>

#include "io/file.hpp"
#include "io/mesh/obj.hpp"
#include "io/mesh/ply.hpp"
#include "io/mesh/split_quads.hpp"
#include "io/mesh/stl.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

enum class Format { obj, ply, stl };

Format format_of(const std::string& path) {
  const std::string ending = ending_of(path);
  if (ending == ".obj") return Format::obj;
  if (ending == ".ply") return Format::ply;
  if (ending == ".stl") return Format::stl;
  fail_at(path, 0,
          (ending.empty() ? "a mesh file needs an ending" : "meshes cannot have the ending " + ending) +
              "; use .obj, .ply or .stl");
}

/// A file that read_mesh would refuse is not written.
void check_writable(const std::string& path, const Mesh& mesh) {
  require(mesh.x.allFinite(), path + ": is not written because a position is not finite; correct the mesh");
  for (int e = 0; e < mesh.element_count(); ++e)
    for (int k = 0; k < corner_count(mesh.elements[e]); ++k)
      if (const int node = mesh.elements[e][k]; node < 0 || node >= mesh.node_count())
        fail_at(path, 0,
                "is not written because element " + std::to_string(e) + " names node " +
                    std::to_string(node) + ", but the mesh has " + std::to_string(mesh.node_count()) +
                    " nodes; correct the mesh");
}

/// What is as long as a house or as short as a grain of sand is rarely cloth.
std::optional<std::string> doubt_in_units(const Mesh& mesh) {
  constexpr double kLongest = 20, kShortest = 1e-3;  // [m]
  if (mesh.node_count() == 0) return std::nullopt;
  const double length = (mesh.x.colwise().maxCoeff() - mesh.x.colwise().minCoeff()).maxCoeff();
  if (!std::isfinite(length) || (length >= kShortest && length <= kLongest)) return std::nullopt;
  const std::string scale = length > kLongest ? "0.001" : "1000";
  return "is " + to_text(length) +
         " m long; where its unit is not the metre, give it a scale (scale: " + scale + ")";
}

}  // namespace

Mesh read_mesh(const std::string& path, Remarks* remarks) {
  const Format format = format_of(path);
  const std::string bytes = read_file(path);
  switch (format) {
    case Format::obj:
      return parse_obj(bytes, path, remarks);
    case Format::ply:
      return parse_ply(bytes, path);
    default:
      return parse_stl(bytes, path);
  }
}

Mesh read_surface(const std::string& path, double scale, Remarks* remarks) {
  require(scale > 0 && std::isfinite(scale), "scale must be above 0, got " + to_text(scale));
  Mesh mesh = read_mesh(path, remarks);
  mesh.x *= scale;
  const SplitQuads split = split_quads(mesh);
  if (!remarks) return mesh;
  if (split.count > 0)
    remarks->push_back(path + ": " + std::to_string(split.count) + (split.count == 1 ? " quad" : " quads") +
                       " with an inner angle above 180 degrees split into triangles, first element " +
                       std::to_string(split.first) + " (counted from 0)");
  if (auto doubt = doubt_in_units(mesh)) remarks->push_back(path + ": " + *doubt);
  return mesh;
}

void write_mesh(const std::string& path, const Mesh& mesh) {
  const Format format = format_of(path);
  check_writable(path, mesh);
  switch (format) {
    case Format::obj:
      return write_file(path, format_obj(mesh));
    case Format::ply:
      return write_file(path, format_ply(mesh));
    default:
      return write_file(path, format_stl(mesh));
  }
}

}  // namespace isocloth::io
