#include "isocloth/mesh/pieces.hpp"

#include <algorithm>
#include <set>

#include "isocloth/core/require.hpp"

namespace isocloth {
namespace {

Element shifted(Element element, int by) {
  for (int i = 0; i < corner_count(element); ++i) element[i] += by;
  return element;
}

void check_names(const std::vector<std::string>& names) {
  std::set<std::string> seen;
  for (const std::string& name : names) {
    require(!name.empty() && name.find('.') == std::string::npos,
            "a cloth needs a name without a dot, got \"" + name + "\"");
    require(seen.insert(name).second, "two cloths are named \"" + name + "\"; names must differ");
  }
}

}  // namespace

std::vector<MeshPiece> pieces_of(const Mesh& mesh) {
  if (!mesh.pieces.empty()) return mesh.pieces;
  return {{.name = kClothName, .node_count = mesh.node_count(), .element_count = mesh.element_count()}};
}

std::string part_name(const Mesh& mesh, const MeshPiece& piece, const std::string& part) {
  return mesh.pieces.size() > 1 ? piece.name + "." + part : part;
}

Mesh join_meshes(const std::vector<Mesh>& meshes, const std::vector<std::string>& names) {
  require(!meshes.empty(), "there is no cloth; give at least one");
  check_names(names);
  Mesh all;
  Eigen::Index nodes = 0;
  for (std::size_t p = 0; p < meshes.size(); ++p) {
    all.pieces.push_back({.name = names[p],
                          .first_node = static_cast<int>(nodes),
                          .node_count = meshes[p].node_count(),
                          .first_element = all.element_count(),
                          .element_count = meshes[p].element_count()});
    for (const Element& element : meshes[p].elements)
      all.elements.push_back(shifted(element, static_cast<int>(nodes)));
    nodes += meshes[p].x.rows();
  }
  all.x.resize(nodes, 3);
  for (std::size_t p = 0; p < meshes.size(); ++p) {
    const MeshPiece& piece = all.pieces[p];
    all.x.middleRows(piece.first_node, piece.node_count) = meshes[p].x;
    for (MeshPart part : meshes[p].parts) {
      part.name = part_name(all, piece, part.name);
      for (int& node : part.nodes) node += piece.first_node;
      all.parts.push_back(std::move(part));
    }
  }
  return all;
}

Mesh mesh_of_piece(const Mesh& mesh, const MeshPiece& piece) {
  Mesh own{.x = mesh.x.middleRows(piece.first_node, piece.node_count), .elements = {}};
  const auto first = mesh.elements.begin() + piece.first_element;
  std::transform(first, first + piece.element_count, std::back_inserter(own.elements),
                 [&](const Element& element) { return shifted(element, -piece.first_node); });
  const std::string prefix = part_name(mesh, piece, "");
  for (MeshPart part : mesh.parts) {
    if (part.name.compare(0, prefix.size(), prefix) != 0) continue;
    part.name.erase(0, prefix.size());
    for (int& node : part.nodes) node -= piece.first_node;
    own.parts.push_back(std::move(part));
  }
  return own;
}

int find_piece(const std::vector<MeshPiece>& pieces, const std::string& name) {
  std::string known;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (pieces[p].name == name) return static_cast<int>(p);
    known += (known.empty() ? "" : ", ") + pieces[p].name;
  }
  throw InputError("there is no cloth \"" + name + "\" (cloths: " + known + ")");
}

}  // namespace isocloth
