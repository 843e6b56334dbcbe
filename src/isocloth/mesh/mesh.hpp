#pragma once

/// A surface made of triangles and quads that share nodes.
///
/// Corners of an element run around it (counter-clockwise seen from the side its normal points to), and
/// neighbours agree on the side. A quad is bilinear, φ(ξ, η) = Σ N_i(ξ, η) p_i, so it need not be flat.

#include <array>
#include <string>
#include <vector>

#include "isocloth/core/types.hpp"

namespace isocloth {

/// Marks the unused fourth corner of a triangle.
inline constexpr int kNoNode = -1;

/// Node indices around an element; a triangle has kNoNode as its fourth.
using Element = std::array<int, 4>;

/// Two nodes.
using Edge = std::array<int, 2>;

/// 3 for a triangle, 4 for a quad.
inline int corner_count(const Element& element) { return element[3] == kNoNode ? 3 : 4; }

/// Nodes that go by a name: a corner, an edge, a seam, a group of a file.
struct MeshPart {
  std::string name;
  std::vector<int> nodes;
};

/// One of several cloths that share a mesh: consecutive nodes, and the elements on them.
struct MeshPiece {
  std::string name;
  int first_node = 0, node_count = 0;
  int first_element = 0, element_count = 0;
};

struct Mesh {
  Points x;                         ///< node positions [m]
  std::vector<Element> elements;    ///< triangles and quads, mixed as you like
  std::vector<MeshPart> parts{};    ///< each name once
  std::vector<MeshPiece> pieces{};  ///< none: it is one cloth; see pieces.hpp

  int node_count() const { return static_cast<int>(x.rows()); }
  int element_count() const { return static_cast<int>(elements.size()); }
};

}  // namespace isocloth
