#pragma once

/// A mesh from and as its arrays: positions (n, 3) [m] and elements (m, 4), −1 as the fourth node of a
/// triangle; and its parts by name.

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"

namespace isocloth::python {

using PartsOut = std::vector<std::pair<std::string, std::vector<int>>>;
using MeshOut = std::tuple<NumbersOut, nb::ndarray<nb::numpy, int, nb::c_contig>, PartsOut>;

MeshOut arrays_of(const Mesh& mesh);
Mesh to_mesh(const PointsIn& x, const ElementsIn& elements);

}  // namespace isocloth::python
