#pragma once

/// Several cloths as one mesh: the nodes and elements of the first, then of the second, …
///
/// Cloths keep to themselves: no element joins two. The part `top_left` of the cloth `shirt` is the joined
/// mesh's part `shirt.top_left`.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth {

/// What a cloth without a name goes by.
inline constexpr const char* kClothName = "cloth";

/// The pieces of a mesh; all of it as one where it has none.
std::vector<MeshPiece> pieces_of(const Mesh& mesh);

/// One mesh of several, each a piece with its name; of one, that mesh with one piece. InputError where there
/// is none, or names are empty, have a dot, or are alike.
Mesh join_meshes(const std::vector<Mesh>& meshes, const std::vector<std::string>& names);

/// A piece as a mesh of its own: nodes counted from 0, parts by their own names.
Mesh mesh_of_piece(const Mesh& mesh, const MeshPiece& piece);

/// Which of the pieces has this name. InputError, with the names that there are, where none has.
int find_piece(const std::vector<MeshPiece>& pieces, const std::string& name);

/// Name of a part of a piece in the mesh that has it.
std::string part_name(const Mesh& mesh, const MeshPiece& piece, const std::string& part);

}  // namespace isocloth
