#include "io/mesh/mesh_file.hpp"

#include "io/file.hpp"
#include "io/mesh/obj.hpp"
#include "io/mesh/ply.hpp"
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

}  // namespace

Mesh read_mesh(const std::string& path) {
  const Format format = format_of(path);
  const std::string bytes = read_file(path);
  switch (format) {
    case Format::obj:
      return parse_obj(bytes, path);
    case Format::ply:
      return parse_ply(bytes, path);
    default:
      return parse_stl(bytes, path);
  }
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
