#include "isocloth/mesh/parts.hpp"

#include <functional>
#include <optional>

#include "isocloth/core/require.hpp"
#include "isocloth/mesh/pieces.hpp"

namespace isocloth {
namespace {

constexpr const char* kHem = "hem";

/// Nodes where the coordinates that are asked for have those values, which are exact on the sides.
std::vector<int> nodes_at(const Points& x, std::optional<double> at_x, std::optional<double> at_y) {
  std::vector<int> nodes;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    if (x(i, 0) == at_x.value_or(x(i, 0)) && x(i, 1) == at_y.value_or(x(i, 1)))
      nodes.push_back(static_cast<int>(i));
  return nodes;
}

std::vector<int> boundary_nodes(const Topology& topology, const MeshPiece& piece) {
  std::vector<int> nodes;
  for (int i = piece.first_node; i < piece.first_node + piece.node_count; ++i)
    if (topology.on_boundary[static_cast<std::size_t>(i)]) nodes.push_back(i);
  return nodes;
}

/// Of a piece, or of all of the mesh; parts have names that begin with `prefix`.
std::vector<int> nodes_of_part(const Mesh& mesh, const Topology& topology, const std::string& name,
                               const MeshPiece& piece, const std::string& prefix) {
  std::string known;
  for (const MeshPart& part : mesh.parts) {
    if (part.name.compare(0, prefix.size(), prefix) != 0) continue;
    const std::string own = part.name.substr(prefix.size());
    if (own == name) return part.nodes;
    known += own + ", ";
  }
  const std::string who = prefix.empty() ? "the mesh" : "cloth \"" + piece.name + "\"";
  require(name == kHem, who + " has no part \"" + name + "\" (parts: " + known + kHem + ")");
  std::vector<int> hem = boundary_nodes(topology, piece);
  require(!hem.empty(), who + " has no hem: it is closed");
  return hem;
}

std::vector<int> each_once(const Mesh& mesh, const std::vector<std::string>& names,
                           const std::function<std::vector<int>(const std::string&)>& nodes_of) {
  std::vector<int> nodes;
  std::vector<bool> taken(static_cast<std::size_t>(mesh.node_count()), false);
  for (const std::string& name : names)
    for (const int node : nodes_of(name)) {
      if (!taken[static_cast<std::size_t>(node)]) nodes.push_back(node);
      taken[static_cast<std::size_t>(node)] = true;
    }
  return nodes;
}

}  // namespace

void name_sides(Mesh& rectangle) {
  const Points& x = rectangle.x;
  const Eigen::RowVector3d low = x.colwise().minCoeff(), high = x.colwise().maxCoeff();
  const auto any = std::nullopt;
  rectangle.parts = {
      {"bottom_left", nodes_at(x, low[0], low[1])}, {"bottom_right", nodes_at(x, high[0], low[1])},
      {"top_left", nodes_at(x, low[0], high[1])},   {"top_right", nodes_at(x, high[0], high[1])},
      {"bottom", nodes_at(x, any, low[1])},         {"right", nodes_at(x, high[0], any)},
      {"top", nodes_at(x, any, high[1])},           {"left", nodes_at(x, low[0], any)}};
}

std::vector<std::string> side_names() {
  return {"bottom_left", "bottom_right", "top_left", "top_right", "bottom", "right", "top", "left", kHem};
}

std::vector<int> nodes_of_parts(const Mesh& mesh, const Topology& topology,
                                const std::vector<std::string>& names) {
  const MeshPiece whole{.name = kClothName, .node_count = mesh.node_count()};
  return each_once(mesh, names, [&](const std::string& name) {
    for (const MeshPiece& piece : mesh.pieces) {
      const std::string prefix = part_name(mesh, piece, "");
      if (!prefix.empty() && name.compare(0, prefix.size(), prefix) == 0)
        return nodes_of_part(mesh, topology, name.substr(prefix.size()), piece, prefix);
    }
    return nodes_of_part(mesh, topology, name, whole, "");
  });
}

std::vector<int> nodes_of_parts(const Mesh& mesh, const Topology& topology,
                                const std::vector<std::string>& names, const MeshPiece& piece) {
  return each_once(mesh, names, [&](const std::string& name) {
    return nodes_of_part(mesh, topology, name, piece, part_name(mesh, piece, ""));
  });
}

}  // namespace isocloth
