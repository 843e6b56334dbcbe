#pragma once

/// The rows of a cloth whose edges keep their length, as in quasi-inextensible models: what an inextensible
/// surface is compared with.
///
///   every edge ij:               |x_i − x_j|²/l² − 1      constraint
///   both diagonals of a quad:    |x_i − x_j|²/l² − 1      spring, against shear
///
/// A quad with sides a, b that shears by γ lengthens one diagonal by c = 2abγ/(a² + b²) and shortens the
/// other; both together store the energy ½ S γ² · area of a membrane of shear stiffness S [N/m], whatever the
/// mesh. A mesh of triangles has no diagonals: its edges alone leave hardly any freedom to bend, it locks.
/// [Goldenthal et al. 2007, "Efficient simulation of inextensible cloth"; Coltraro et al., "Parameter
/// fitting"]

#include "isocloth/isometry/quadratic_rows.hpp"
#include "isocloth/mesh/mesh.hpp"
#include "isocloth/mesh/topology.hpp"

namespace isocloth {

struct EdgeRows {
  QuadraticRows rows;
  Vector area;    ///< that each constraint stands for [m²], as in IsometryRows
  Vector spring;  ///< stiffness of each spring row over the shear stiffness [m²]
};

EdgeRows make_edge_rows(const Mesh& rest, const Topology& topology);

}  // namespace isocloth
