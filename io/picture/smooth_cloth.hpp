#pragma once

/// The cloth as it is drawn: a smooth surface through its nodes, which stay where the simulation has them.
///
/// Every element is a Coons patch between cubic curves along its edges, cut into cells; a triangle is a quad
/// whose last edge has no length. The curve from node i to node j leaves i in the tangent plane there, with
/// the control point x_i + (d − (n·d) n) / 3, d = x_j − x_i and n the unit normal [Vlachos, Peters, Boyd,
/// Mitchell 2001]; along the hem it leaves in the direction from one neighbour of i on the hem to the other.
/// Elements share the curves of their edges, so no gap opens.
///
/// Where another layer is near, the surface leaves the flat elements, which do not cross it, by less than
/// half of the distance (layer_room.hpp); along an edge that is decided by its nodes alone.

#include <array>
#include <vector>

#include "io/trajectory/surface.hpp"
#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

/// How a side of a triangle is drawn.
enum class Line { none, inner, rim };

/// Positions [m], normals (not unit) and a value at each point of the drawn surface.
struct DrawnPoints {
  Points x, normals;
  Vector value;
};

struct SmoothCloth {
  SmoothCloth() = default;
  explicit SmoothCloth(const Mesh& shape);

  /// Where the nodes are at x; `value` is one number per node, or empty.
  DrawnPoints at(const Points& x, const Vector& value) const;

  Mesh rest{};
  std::vector<Triangle> triangles{};          ///< of the drawn points
  std::vector<std::array<Line, 3>> lines{};   ///< per triangle, side k opposite to corner k
  std::vector<std::array<bool, 4>> on_rim{};  ///< edge k of each element
  std::vector<std::array<int, 2>>
      hem{};      ///< a node's neighbours on the hem; −1 where it has none, or a corner
  int cells = 1;  ///< of the drawn grid along each edge
};

}  // namespace isocloth::io
