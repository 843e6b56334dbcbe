#include "isocloth/mesh/parts.hpp"

#include <optional>

#include "isocloth/core/require.hpp"

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

std::vector<int> boundary_nodes(const Topology& topology) {
  std::vector<int> nodes;
  for (std::size_t i = 0; i < topology.on_boundary.size(); ++i)
    if (topology.on_boundary[i]) nodes.push_back(static_cast<int>(i));
  return nodes;
}

std::vector<int> nodes_of_part(const Mesh& mesh, const Topology& topology, const std::string& name) {
  for (const MeshPart& part : mesh.parts)
    if (part.name == name) return part.nodes;
  std::string known;
  for (const MeshPart& part : mesh.parts) known += part.name + ", ";
  require(name == kHem, "the mesh has no part \"" + name + "\" (parts: " + known + kHem + ")");
  std::vector<int> hem = boundary_nodes(topology);
  require(!hem.empty(), "the mesh has no hem: it is closed");
  return hem;
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
  std::vector<int> nodes;
  std::vector<bool> taken(static_cast<std::size_t>(mesh.node_count()), false);
  for (const std::string& name : names)
    for (const int node : nodes_of_part(mesh, topology, name)) {
      if (!taken[static_cast<std::size_t>(node)]) nodes.push_back(node);
      taken[static_cast<std::size_t>(node)] = true;
    }
  return nodes;
}

}  // namespace isocloth
