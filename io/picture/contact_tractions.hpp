#pragma once

/// Contact force as a picture can show it, whatever the mesh: t_i = |f_i| / m_i, m_i the area of the rest
/// shape that node i stands for.

#include "isocloth/mesh/mesh.hpp"

namespace isocloth::io {

/// t [N/m²] per node; 0 where a node has no area, and for all where there are no forces (no obstacles).
Vector contact_tractions(const Mesh& rest, const Points& contact_force);

}  // namespace isocloth::io
