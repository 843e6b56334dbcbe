#include "json_of_cloths.hpp"

#include "isocloth/mesh/pieces.hpp"

namespace isocloth::cli {

Json json_of_pieces(const Mesh& mesh) {
  Json cloths = Json::array();
  for (const MeshPiece& piece : pieces_of(mesh))
    cloths.push_back({{"name", piece.name},
                      {"nodes", piece.node_count},
                      {"elements", piece.element_count},
                      {"first_node", piece.first_node}});
  return cloths;
}

}  // namespace isocloth::cli
