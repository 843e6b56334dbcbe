#pragma once

/// A mesh from and as its two arrays: positions (n, 3) [m] and elements (m, 4), −1 as the fourth node of a
/// triangle.

#include <utility>

#include "arrays.hpp"

namespace isocloth::python {

using MeshOut = std::pair<NumbersOut, nb::ndarray<nb::numpy, int, nb::c_contig>>;

MeshOut arrays_of(const Mesh& mesh);
Mesh to_mesh(const PointsIn& x, const ElementsIn& elements);

}  // namespace isocloth::python
