#pragma once

/// A mesh from its two arrays: positions (n, 3) [m] and elements (m, 4), −1 as the fourth node of a triangle.

#include "arrays.hpp"

namespace isocloth::python {

Mesh to_mesh(const PointsIn& x, const ElementsIn& elements);

}  // namespace isocloth::python
